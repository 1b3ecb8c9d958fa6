/** Metadata that a status write does not change, for kinds whose status is written by controllers. */
export const keptByStatus = { status: ['labels', 'annotations', 'finalizers', 'ownerReferences', 'deletionTimestamp'] } as const;
