/** Files in a package's folder that do not belong to the package. */

/** State of the package when it was last written. */
export const surfaceFile = 'surface.json';

/** State of the package when last published, from which the next version is derived. Belongs in version control. */
export const publishedFile = 'published.json';
