/** The context of verbs over a store and a cache, as a server makes it: the one place where tests put one together. */
import { vocabulary } from '../../generated/vocabulary.ts';
import { admissionChain } from '../../runtime/admission/chain.ts';
import type { AdmissionPlugin } from '../../runtime/admission/contract.ts';
import { type Authorizer, allowed } from '../../runtime/api/authorization.ts';
import type { KindHooks } from '../../runtime/api/hooks.ts';
import type { Catalog, JsonObject } from '../../runtime/model/catalog.ts';
import { compile } from '../../runtime/schema/compile.ts';
import { servedResources } from '../../runtime/serving/resources.ts';
import type { Store } from '../../runtime/storage/store.ts';
import { verbContext } from '../../runtime/verbs/context.ts';
import type { VerbContext } from '../../runtime/verbs/contract.ts';
import type { WatchCache } from '../../runtime/watch/contract.ts';

export interface TestParts {
	readonly catalog: Catalog;
	readonly store: Store;
	readonly cache: WatchCache;
	/** By storage name. Default: no kind has any. */
	readonly hooks?: Readonly<Record<string, KindHooks<JsonObject>>>;
	/** Default: the plugins of the server that are on by default. */
	readonly plugins?: readonly AdmissionPlugin[];
	/** Default: everybody may do everything. */
	readonly authorizer?: Authorizer;
}

export function testContext({ catalog, store, cache, hooks = {}, plugins, authorizer = { authorize: () => allowed } }: TestParts): VerbContext {
	const schemas = compile(catalog);
	const admission = admissionChain({ vocabulary, cache, authorizer }, {}, plugins);
	return verbContext({ catalog, schemas, vocabulary, store, cache, authorizer, admission, ...servedResources(catalog, schemas, hooks) });
}
