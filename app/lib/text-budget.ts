/** The shop's default budget of texts with codes. */
export const TEXT_BUDGET = { inMinute: 300, inHour: 6000 }
