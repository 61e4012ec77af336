/** Texts with codes that the whole shop sends, unless the operator says otherwise. */
export const TEXT_BUDGET = { inMinute: 300, inHour: 6000 }
