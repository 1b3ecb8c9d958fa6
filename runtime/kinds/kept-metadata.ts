/** Metadata that a write of the status leaves as it is, of kinds whose status is a program's to write. */
export const keptByStatus = { status: ['labels', 'annotations', 'finalizers', 'ownerReferences', 'deletionTimestamp'] } as const;
