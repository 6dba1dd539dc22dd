/** The id of the outlook in the page of a deployment or a database. It is in bookmarks. */
export const outlookAnchor = "outlook";
