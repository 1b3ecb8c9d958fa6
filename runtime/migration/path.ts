/** Path that reports the versions of stored objects. */
export const storagePath = '/storage/versions';
