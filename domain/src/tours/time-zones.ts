/** The zones of North American cities in words; every other zone of the browser can be chosen too. */
export const commonTimeZones: readonly (readonly [zone: string, label: string])[] = [
  ['America/New_York', 'Eastern: New York'],
  ['America/Detroit', 'Eastern: Detroit'],
  ['America/Indiana/Indianapolis', 'Eastern: Indianapolis'],
  ['America/Toronto', 'Eastern: Toronto'],
  ['America/Chicago', 'Central: Chicago'],
  ['America/Winnipeg', 'Central: Winnipeg'],
  ['America/Regina', 'Central, no daylight saving: Regina'],
  ['America/Denver', 'Mountain: Denver'],
  ['America/Boise', 'Mountain: Boise'],
  ['America/Edmonton', 'Mountain: Edmonton'],
  ['America/Phoenix', 'Mountain, no daylight saving: Phoenix'],
  ['America/Los_Angeles', 'Pacific: Los Angeles'],
  ['America/Vancouver', 'Pacific: Vancouver'],
  ['America/Anchorage', 'Alaska: Anchorage'],
  ['Pacific/Honolulu', 'Hawaii: Honolulu'],
  ['America/Puerto_Rico', 'Atlantic: Puerto Rico'],
  ['America/Halifax', 'Atlantic: Halifax'],
  ['America/St_Johns', 'Newfoundland: St. John’s'],
]

/** States and provinces whose cities, or most of them, share a zone, by abbreviation. Source: 49 CFR Part 71, IANA tzdb. */
const zonesOfStates: Record<string, string> = {
  'America/New_York': 'CT DC DE FL GA KY MA MD ME NC NH NJ NY OH PA RI SC VA VT WV',
  'America/Detroit': 'MI',
  'America/Indiana/Indianapolis': 'IN',
  'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  'America/Denver': 'CO MT NM UT WY',
  'America/Boise': 'ID',
  'America/Phoenix': 'AZ',
  'America/Los_Angeles': 'CA NV OR WA',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
  'America/Puerto_Rico': 'PR VI',
  'Pacific/Guam': 'GU',
  'America/Toronto': 'ON QC',
  'America/Winnipeg': 'MB',
  'America/Regina': 'SK',
  'America/Edmonton': 'AB NT',
  'America/Vancouver': 'BC',
  'America/Whitehorse': 'YT',
  'America/Halifax': 'NB NS PE',
  'America/St_Johns': 'NL',
}

/** Larger cities whose zone is not that of most of their state. */
const zonesOfCities: Record<string, string> = {
  'America/New_York': 'chattanooga TN, gatlinburg TN, johnson city TN, kingsport TN, knoxville TN, pigeon forge TN, sevierville TN', // oxfmt-ignore
  'America/Chicago': 'bowling green KY, destin FL, evansville IN, fort walton beach FL, gary IN, hammond IN, iron mountain MI, merrillville IN, owensboro KY, paducah KY, panama city FL, panama city beach FL, pensacola FL', // oxfmt-ignore
  'America/Denver': 'deadwood SD, el paso TX, garden city KS, rapid city SD, scottsbluff NE, spearfish SD',
  'America/Boise': 'ontario OR',
  'America/Los_Angeles': 'coeur d’alene ID, lewiston ID, moscow ID, post falls ID, sandpoint ID',
}

const stateNames: Record<string, string> = {
  AL: 'alabama',
  AK: 'alaska',
  AZ: 'arizona',
  AR: 'arkansas',
  CA: 'california',
  CO: 'colorado',
  CT: 'connecticut',
  DE: 'delaware',
  DC: 'district of columbia',
  FL: 'florida',
  GA: 'georgia',
  HI: 'hawaii',
  ID: 'idaho',
  IL: 'illinois',
  IN: 'indiana',
  IA: 'iowa',
  KS: 'kansas',
  KY: 'kentucky',
  LA: 'louisiana',
  ME: 'maine',
  MD: 'maryland',
  MA: 'massachusetts',
  MI: 'michigan',
  MN: 'minnesota',
  MS: 'mississippi',
  MO: 'missouri',
  MT: 'montana',
  NE: 'nebraska',
  NV: 'nevada',
  NH: 'new hampshire',
  NJ: 'new jersey',
  NM: 'new mexico',
  NY: 'new york',
  NC: 'north carolina',
  ND: 'north dakota',
  OH: 'ohio',
  OK: 'oklahoma',
  OR: 'oregon',
  PA: 'pennsylvania',
  PR: 'puerto rico',
  RI: 'rhode island',
  SC: 'south carolina',
  SD: 'south dakota',
  TN: 'tennessee',
  TX: 'texas',
  UT: 'utah',
  VT: 'vermont',
  VA: 'virginia',
  WA: 'washington',
  WV: 'west virginia',
  WI: 'wisconsin',
  WY: 'wyoming',
  AB: 'alberta',
  BC: 'british columbia',
  MB: 'manitoba',
  NB: 'new brunswick',
  NL: 'newfoundland and labrador',
  NS: 'nova scotia',
  ON: 'ontario',
  PE: 'prince edward island',
  QC: 'quebec',
  SK: 'saskatchewan', // oxfmt-ignore
}

const plain = (text: string) => text.trim().toLowerCase().replaceAll(/['’.]/g, '').replaceAll(/\s+/g, ' ')

function stateCode(state: string): string | undefined {
  const word = plain(state)
  return Object.entries(stateNames).find(([code, name]) => code.toLowerCase() === word || name === word)?.[0]
}

/** The zone of a city by its name and its state or province; null: the state is not known. */
export function zoneOfPlace({ name, state }: { name: string; state: string }): string | null {
  const code = stateCode(state) ?? state.trim().toUpperCase()
  const city = Object.entries(zonesOfCities).find(([, cities]) =>
    cities.split(', ').some((one) => plain(one.slice(0, -3)) === plain(name) && one.endsWith(` ${code}`)),
  )
  return city?.[0] ?? Object.entries(zonesOfStates).find(([, codes]) => codes.split(' ').includes(code))?.[0] ?? null
}
