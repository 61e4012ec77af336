/** What a page says of data that failed to load, on the whole screen or in a part of it. */
export const LACKS_DATA = /Повторить|Часть данных не\sзагрузилась/
