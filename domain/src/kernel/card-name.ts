const cardNames: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  discover: 'Discover',
  amex: 'American Express',
}

/** A card's brand as people write it; 'Card' for a brand the gateways name otherwise. */
export const cardName = (brand: string | null | undefined): string => cardNames[brand?.toLowerCase() ?? ''] ?? 'Card'
