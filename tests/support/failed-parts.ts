/** What a page says when parts of it failed to load. */
export const FAILED_PARTS = /Повторить|Часть данных не\u00a0загрузилась/
