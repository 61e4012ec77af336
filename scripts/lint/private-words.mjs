/**
 * Words of this project alone, with the field's term. `names` are whole identifiers; `words` are also parts of
 * identifiers and words of comments. Keys of stored or exported data are `allowed`.
 */
export const privateWords = {
  words: {
    came: 'received, loaded or a name for the result',
    deny: 'revoke',
    door: 'entry point',
    doors: 'entry points',
    kept: 'stored, cached or unchanged',
    known: 'available, listed, existing or a name for the value',
    nobody: 'the person or program that does not act',
    said: 'shown, spoken, reported or a name for the text',
    told: 'reported, informed or a name for the value',
    torture: 'scan devices',
    whose: 'a name for the owner, or “with …”',
    words: 'text, texts, terms or message',
  },
  names: {
    createAsk: 'createRequestHandler',
    giveBack: 'reward',
    isClosedDoor: 'isUnusedEntryPoint',
    isOnly: 'isNotRetried',
    mayEnter: 'allowedImports',
    onTheWay: 'pathWithReturnTo',
    readWay: 'readFlowState',
    shopperTag: 'userHash',
  },
  allowed: ['CARD_KEPT_DAYS', 'has_words', 'keptDays', 'told', 'v1_known', 'v1_said'],
}
