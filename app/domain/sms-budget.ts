/** The shop's default budget of SMS with codes. */
export const SMS_BUDGET = { inMinute: 300, inHour: 6000 }
