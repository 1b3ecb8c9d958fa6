// Generated from the specs. Edit those: this file is overwritten.
import type { VerbWorks } from '../runtime/verbs/contract.ts';
import { verb as getVerb } from '../runtime/verbs/read/get.ts';
import { verb as listVerb } from '../runtime/verbs/read/list.ts';
import { verb as watchVerb } from '../runtime/verbs/watch/watch.ts';
import { verb as createVerb } from '../runtime/verbs/write/create.ts';
import { verb as deletecollectionVerb } from '../runtime/verbs/write/delete-collection.ts';
import { verb as deleteVerb } from '../runtime/verbs/write/delete.ts';
import { verb as patchVerb } from '../runtime/verbs/write/patch.ts';
import { verb as updateVerb } from '../runtime/verbs/write/update.ts';

/** What each verb does: the `verb` of the file that its row in `runtime/model/verb.ts` names. */
export const verbWorks: VerbWorks = {
	create: createVerb,
	delete: deleteVerb,
	deletecollection: deletecollectionVerb,
	get: getVerb,
	list: listVerb,
	patch: patchVerb,
	update: updateVerb,
	watch: watchVerb,
};
