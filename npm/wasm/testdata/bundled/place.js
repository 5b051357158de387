export const place = {};
