/** Path of the report on versions of stored objects. */
export const storagePath = '/storage/versions';
