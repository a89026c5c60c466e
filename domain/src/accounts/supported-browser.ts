/** Whether a browser, by the name it gives itself, can show the product; one without a name may try. ERR-007. */
export const isSupportedBrowser = (user_agent: string): boolean => !/MSIE |Trident\//.test(user_agent)
