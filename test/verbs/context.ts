/** Builds the context of verbs over a store and a cache as a server does; all tests of verbs use this one. */
import { randomBytes } from 'node:crypto';
import { catalog as generated } from '../../generated/catalog.ts';
import { vocabulary } from '../../generated/vocabulary.ts';
import { admissionChain } from '../../runtime/admission/chain.ts';
import type { AdmissionPlugin } from '../../runtime/admission/contract.ts';
import { pluginsInForce } from '../../runtime/admission/enabled.ts';
import { admissionFlags } from '../../runtime/admission/flags.ts';
import { mutatingAdmissionWebhook } from '../../runtime/admission/plugins/mutating-admission-webhook.ts';
import { namespaceLifecycle } from '../../runtime/admission/plugins/namespace-lifecycle.ts';
import { validatingAdmissionWebhook } from '../../runtime/admission/plugins/validating-admission-webhook.ts';
import { type Authorizer, allowed } from '../../runtime/api/authorization.ts';
import type { ServedHooks } from '../../runtime/api/hooks.ts';
import { noRemoteConversions } from '../../runtime/api/remote-conversions.ts';
import type { Catalog } from '../../runtime/model/catalog.ts';
import { GivenFlags } from '../../runtime/server/flags/flag-values.ts';
import { makeServing } from '../../runtime/serving/serving.ts';
import { Snapshots } from '../../runtime/serving/snapshots.ts';
import type { Store } from '../../runtime/storage/store.ts';
import { ContinueTokens } from '../../runtime/verbs/context/continue-token.ts';
import { WatchEventMetrics } from '../../runtime/verbs/context/watch-event-metrics.ts';
import { verbContexts } from '../../runtime/verbs/context.ts';
import type { VerbContext } from '../../runtime/verbs/contract.ts';
import type { ShownVersions, WatchCache } from '../../runtime/watch/contract.ts';
import { testAccounts } from '../setup/account-tokens.ts';

export interface TestParts {
	readonly catalog: Catalog;
	readonly store: Store;
	readonly cache: WatchCache;
	/** Hooks by storage name. Default: none. */
	readonly hooks?: Readonly<Record<string, ServedHooks>>;
	/** Admission plugins. Default: the server's plugins that change nothing and need no other kind. */
	readonly plugins?: readonly AdmissionPlugin[];
	/** Authorizer. Default: allows everything. */
	readonly authorizer?: Authorizer;
}

/** Without controllers a pod has no account, and a claim keeps its finalizer. */
const plainPlugins = [namespaceLifecycle, mutatingAdmissionWebhook, validatingAdmissionWebhook];

/** Returns versions that show rows as stored, and lists in these forms. */
export function asWritten(form: ShownVersions['form']): ShownVersions {
	return { current: () => undefined, convert: (_, state) => state, form };
}

/** Returns tokens with a random key, since only one stack reads them. */
function testTokens(): ContinueTokens {
	return new ContinueTokens(randomBytes(32));
}

export async function testContext({
	catalog,
	store,
	cache,
	hooks = {},
	plugins = plainPlugins,
	authorizer = { authorize: () => allowed },
}: TestParts): Promise<VerbContext> {
	const snapshots = new Snapshots(makeServing({ catalog, shown: catalog, types: generated, hooks, groupHooks: {} }));
	const admission = await admissionChain(
		{
			flags: new GivenFlags([...admissionFlags, ...plugins.flatMap(({ flags = [] }) => flags)]),
			vocabulary,
			release: catalog.release,
			gates: new Map(),
			cache,
			controllers: new Set(),
			authorizer,
			client: () => ({ ask: () => Promise.reject(new Error('this server has no client')) }),
			conversions: noRemoteConversions,
			serving: () => snapshots.current(),
			addMetrics: () => undefined,
			type: (name) => catalog.type(name),
			log: { error: () => undefined, warn: () => undefined, info: () => undefined, debug: () => undefined },
			// Aborted: no plugin starts a watch.
			signal: AbortSignal.abort(),
		},
		pluginsInForce({}, catalog.release, plugins),
	);
	const tokens = { userOf: () => Promise.resolve(undefined), accounts: testAccounts() };
	return verbContexts({
		vocabulary,
		store,
		cache,
		authorizer,
		tokens,
		admission,
		conversions: noRemoteConversions,
		snapshots,
		continueTokens: testTokens(),
		watchMetrics: new WatchEventMetrics(),
	})();
}
