/** What lies in the folder of a package and is no part of it. */

/** What it is as it was made last. */
export const surfaceFile = 'surface.json';

/** What it was when it was published last: the next version follows from it. Belongs into version control. */
export const publishedFile = 'published.json';
