// Generated from the specs. Edit those: this file is overwritten.
import type { VerbWorks } from '../runtime/verbs/contract.ts';
import { verb as createVerb } from '../runtime/verbs/create/create.ts';
import { verb as deletecollectionVerb } from '../runtime/verbs/delete/collection.ts';
import { verb as deleteVerb } from '../runtime/verbs/delete/delete.ts';
import { verb as getVerb } from '../runtime/verbs/get/get.ts';
import { verb as listVerb } from '../runtime/verbs/list/list.ts';
import { verb as patchVerb } from '../runtime/verbs/patch/patch.ts';
import { verb as updateVerb } from '../runtime/verbs/update/update.ts';
import { verb as watchVerb } from '../runtime/verbs/watch/watch.ts';

/** Implementation of each verb: the export `verb` of the file in its row of `runtime/model/verb.ts`. */
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
