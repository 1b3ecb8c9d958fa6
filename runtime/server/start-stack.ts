/**
 * Serving stack: watch cache, verbs, controllers, filters and listener, over a store that the caller has opened. A process may run several
 * stacks over one store. They share only what their contexts name.
 */
import { hostname } from 'node:os';
import { verbWorks } from '../../generated/verbs.ts';
import { aggregatorRouting } from '../admission/flags.ts';
import { noCredentials } from '../admission/webhooks/credentials-section.ts';
import { Aggregation } from '../aggregation/aggregation.ts';
import { type IssuerDocuments, issuerDocuments, jwksPath } from '../auth/accounts/discovery.ts';
import { jwksUri } from '../auth/accounts/flags.ts';
import { authenticationInfo } from '../auth/authn/info.ts';
import type { Authorities } from '../auth/pki/authorities.ts';
import type { Tls } from '../auth/pki/tls.ts';
import type { AuthenticationInfo, ControllerParts } from '../controllers/contract.ts';
import { controllersOf, declaredRights } from '../controllers/index.ts';
import { identityOf } from '../controllers/own-lease.ts';
import { maxAnswerBytes, WebhookConversions } from '../custom/conversion/webhook-conversions.ts';
import { ServedDefinitions } from '../custom/served-definitions.ts';
import type { HealthCheck } from '../http/endpoints/health.ts';
import { Lifecycle } from '../http/endpoints/lifecycle.ts';
import type { Listener } from '../http/listener.ts';
import type { KindParts } from '../kinds/index.ts';
import { LargeThreadPool } from '../large/thread-pool.ts';
import { Rewriter } from '../migration/rewriter.ts';
import { refuseToStart } from '../migration/unknown-versions.ts';
import type { WebhookClient } from '../remote/webhook/client.ts';
import type { Serving } from '../serving/serving.ts';
import { Snapshots } from '../serving/snapshots.ts';
import { CommitFigures } from '../storage/commit-figures.ts';
import { damageOf } from '../storage/errors.ts';
import type { Store } from '../storage/store.ts';
import type { MetricFamily } from '../telemetry/family.ts';
import type { Log } from '../telemetry/log.ts';
import { ContinueTokens, continueTokenKey } from '../verbs/context/continue-token.ts';
import { WatchEventMetrics } from '../verbs/context/watch-event-metrics.ts';
import { verbContexts } from '../verbs/context.ts';
import type { VerbContext } from '../verbs/contract.ts';
import type { WatchCache } from '../watch/contract.ts';
import { advertisedAddress } from './advertised-address.ts';
import { bodyForms } from './body-forms.ts';
import type { Catalogs } from './catalogs.ts';
import { Closing } from './closing.ts';
import type { ServerOptions } from './flags/read.ts';
import type { Generated } from './generated.ts';
import { InProcessClient } from './in-process-client.ts';
import { inUrl, openListener, urlHost } from './open-listener.ts';
import type { OwnKeys } from './open-security.ts';
import { gateMetrics, gatesOf, kindParts, openServing, openWatchCache, shownVersions } from './open-serving.ts';
import type { Rows } from './registries.ts';
import { requestPath } from './request-path.ts';
import { chosenPlugins, startAdmission } from './start-admission.ts';
import type { Steps } from './start-durations.ts';
import { startFairShare } from './start-fair-share.ts';
import { startSecurity } from './start-security.ts';

export interface StackContext {
	readonly options: ServerOptions;
	readonly generated: Generated;
	readonly catalogs: Catalogs;
	readonly rows: Rows;
	/** Store. It stays open when the stack closes. A promise lets the stack build its other parts while the store opens. */
	readonly store: Store | Promise<Store>;
	/** Aborted with the error when the store can acknowledge no more writes. */
	readonly storeFailed: AbortSignal;
	/** True when other processes or stacks write to the same store. */
	readonly shared: boolean;
	readonly tls: OwnKeys;
	readonly log: Log;
	/** Additional health checks of the store. They do not count for liveness. */
	readonly checks?: readonly HealthCheck[];
	/** Called when the stack can no longer follow the stored objects. The caller should report the error and exit. */
	readonly onFatal: (error: Error) => void;
	/** Called with each snapshot that replaces the first one. */
	readonly onServing?: (next: Serving) => void;
	/** Called once the address is known. The stack becomes ready after the promise has resolved. */
	readonly onListening?: (url: string) => Promise<void>;
	readonly steps: Steps;
}

export interface RunningStack {
	/** URL, `https://host:port`. */
	readonly url: string;
	readonly port: number;
	/** All metrics of the stack. An `Exposition` merges those of several stacks. */
	readonly metrics: readonly MetricFamily[];
	/** Serving snapshots: the current one, and the means to swap it. */
	readonly snapshots: Snapshots;
	/** Kinds that are defined at run time. */
	readonly definitions: ServedDefinitions;
	/** Stored rows, including those of kinds that are not served. */
	readonly rows: Pick<WatchCache, 'count' | 'written'>;
	/** Closes the stack. `/readyz` fails at once. After `--shutdown-delay-duration` the listener closes first, and the cache last. */
	close(): Promise<void>;
}

/** Time in addition to the request timeout that a drain gives to requests in flight. */
const drainBeyondMs = 5_000;

/** Starts the stack. Rejects with an Error whose message is one sentence for the user, after closing all that was opened. */
export async function startStack(stack: StackContext): Promise<RunningStack> {
	const { options, generated, catalogs, rows, tls, log, steps, storeFailed } = stack;
	const lifecycle = new Lifecycle({ livezGraceMs: options.livezGracePeriodMs });
	lifecycle.addChecks(stack.checks ?? []);
	storeFailed.addEventListener('abort', () => lifecycle.storageFailed((storeFailed.reason as Error).message), { once: true });
	const closing = new Closing();
	try {
		const snapshots = new Snapshots(openServing(options, generated, catalogs));
		const shownIn = shownVersions(generated, snapshots.current());
		steps.done('serving');
		const store = await stack.store;
		steps.done('store');
		const cache = await openWatchCache(store, { ...stack, historyMs: options.historyMs, lifecycle, shown: shownIn(snapshots.current()) });
		// Must be the first listener of swaps, because the others read the cache in the form of the new snapshot.
		snapshots.onSwap((next) => cache.showIn(shownIn(next)));
		if (stack.onServing !== undefined) snapshots.onSwap(stack.onServing);
		closing.add(() => cache.close());
		refuseToStart(cache, generated.catalog);
		steps.done('cache');
		const { vocabulary } = generated;
		const definitions = new ServedDefinitions({
			snapshots,
			cache,
			vocabulary,
			onFailure: (definition, error) => log.warn('custom resource definition not served', { definition, error: String(error) }),
		});
		definitions.start();
		closing.add(() => definitions.close());
		steps.done('definitions');
		const { release } = catalogs.all;
		const gates = gatesOf(options, catalogs);
		const plugins = await chosenPlugins({ options, rows, vocabulary, release, gates });
		const acting = [...rows.controllers, ...plugins.flatMap((plugin) => plugin.acting ?? [])];
		const ended = new AbortController();
		closing.add(async () => ended.abort());
		const declared = declaredRights(vocabulary, acting);
		const addedFamilies: MetricFamily[] = [];
		const addMetrics = (added: readonly MetricFamily[]): void => void addedFamilies.push(...added);
		const security = await startSecurity({
			...stack,
			vocabulary,
			cache,
			accounts: tls.accounts,
			signal: ended.signal,
			release,
			gates,
			type: (name) => catalogs.all.type(name),
			declared,
			serverId: gates.get('APIServerIdentity') === true ? identityOf(hostname(), vocabulary, release).name : '',
			addMetrics,
			forms: bodyForms(snapshots),
		});
		const { authorizer, tokens, audit } = security;
		closing.add(async () => void (await Promise.all(audit?.sinks.map((sink) => sink.close()) ?? [])));
		const client = new InProcessClient();
		const conversions = new WebhookConversions({ client: conversionClient(stack, cache, ended.signal), vocabulary });
		const admission = await startAdmission(
			{
				flags: options.flags,
				vocabulary,
				release,
				gates,
				cache,
				controllers: new Set(rows.controllers.map(({ name }) => name)),
				authorizer,
				client: (user) => client.as(user),
				conversions,
				serving: () => snapshots.current(),
				type: (name) => catalogs.all.type(name),
				log,
				signal: ended.signal,
				addMetrics,
			},
			plugins,
			rows.admissionPlugins,
		);
		const share = startFairShare({ options, release, vocabulary, cache, log, signal: ended.signal });
		closing.add(async () => share?.close());
		const continueTokens = new ContinueTokens(continueTokenKey(tls.keys.authority.key));
		const commits = new CommitFigures();
		const watchMetrics = new WatchEventMetrics();
		const large = openLarge(stack, snapshots);
		closing.add(async () => large?.close());
		const contexts = verbContexts({
			vocabulary,
			store: { commit: commits.timed(cache.store) },
			cache,
			authorizer,
			tokens,
			admission,
			conversions,
			snapshots,
			continueTokens,
			watchMetrics,
			large,
		});
		snapshots.onSwap(() => large?.onNewSnapshot());
		const { requestTimeoutMs } = options;
		const aggregation = await Aggregation.open({ cache, vocabulary, release, flags: options.flags, requestTimeoutMs, log });
		closing.add(() => aggregation.close());
		const rewriter = new Rewriter(contexts, {
			onProgress: (resource, left) => log.info(left > 0 ? 'rewriting outdated objects' : 'outdated objects rewritten', { resource, left }),
		});
		snapshots.onSwap(() => rewriter.look());
		const address = { port: 0 };
		const kinds = kindParts(options, catalogs);
		const own = {
			flags: options.flags,
			kinds,
			rewriter,
			securePort: () => address.port,
			advertisedAddress: advertised(options, kinds, log),
			shared: stack.shared,
			flowObjectsMade: share?.objectsMade,
			aggregation,
			authenticationInfo: infoOf(tls.authorities, options),
			ownAuthority: tls.keys.authority,
		};
		const controllers = controllersOf(controllerParts(contexts, own, tls.authority, log), rows.controllers);
		lifecycle.addHooks(controllers.hooks);
		closing.add(() => controllers.stop());
		const serverAddress = (): string => `${urlHost(options)}:${address.port}`;
		const issuer = () => issuerOf(stack, `${own.advertisedAddress === undefined ? urlHost(options) : inUrl(own.advertisedAddress)}:${address.port}`);
		const families = [
			...controllers.metrics,
			...addedFamilies,
			...aggregation.figures.families(),
			...commits.families(),
			...conversions.metrics.families(),
			...store.metrics(),
			...(share?.families ?? []),
			...tls.accounts.legacyUses.metrics(),
		];
		const handshakes = { failed: 0 };
		const { handler, metrics } = requestPath({
			client,
			options,
			generated,
			verbs: verbWorks,
			rewriter,
			contexts,
			security,
			lifecycle,
			aggregation,
			issuer,
			share: share?.share,
			log,
			serverAddress,
			handshakes,
			gates: gateMetrics(options, catalogs),
			families,
		});
		const listener = await openListener(options, {
			tls,
			log,
			handler,
			beforeAnswers: () => {
				for (const sink of audit?.sinks ?? []) sink.flush?.();
			},
			handshakes,
			compresses: !catalogs.shown.closedGates?.has('APIResponseCompression'),
		});
		closing.add(followAuthorities(tls, listener, log));
		address.port = listener.port;
		closing.add(() => listener.drain(options.requestTimeoutMs + drainBeyondMs));
		steps.done('listener');
		const url = `https://${serverAddress()}`;
		await stack.onListening?.(url);
		await lifecycle.start();
		steps.done('controllers');
		return {
			url,
			port: listener.port,
			metrics,
			snapshots,
			definitions,
			rows: cache,
			close: () => drain(options, lifecycle, closing),
		};
	} catch (error) {
		await closing.abandon();
		throw error;
	}
}

/**
 * Returns the discovery documents of the token issuer. `address`: address at which clients reach the server. It is used unless a flag sets
 * the URL of the keys.
 */
function issuerOf({ options, tls }: StackContext, address: string): IssuerDocuments | undefined {
	return issuerDocuments(tls.accounts, options.flags.of(jwksUri) ?? `https://${address}${jwksPath}`);
}

/** Reloads the listener's certificates when the authorities change. Returns a function that stops this. */
function followAuthorities({ authorities }: Tls, listener: Listener, log: Log): () => Promise<void> {
	const ends = [
		authorities.follow((sentence) => log.error(sentence)),
		authorities.onChange(() => {
			listener.renewAuthorities();
			log.info('client CA bundle reloaded');
		}),
	];
	return async () => {
		for (const end of ends) end();
	};
}

/** Returns a function that makes the client of conversion webhooks, at the first call. */
function conversionClient({ options }: StackContext, cache: WatchCache, signal: AbortSignal): () => Promise<WebhookClient> {
	const parts = { cache, userFor: () => noCredentials, byEndpoints: options.flags.of(aggregatorRouting), maxAnswerBytes };
	let client: Promise<WebhookClient> | undefined;
	return () => {
		client ??= import('../remote/webhook/client.ts').then(({ webhookClient }) => webhookClient(parts, signal));
		return client;
	};
}

function openLarge({ options, generated, catalogs, log }: StackContext, snapshots: Snapshots): LargeThreadPool | undefined {
	const { largeThread } = generated;
	if (largeThread === undefined) return undefined;
	const { hooks } = snapshots.current().parts;
	return new LargeThreadPool({
		file: largeThread,
		vocabulary: generated.vocabulary,
		kinds: kindParts(options, catalogs),
		hooks,
		onReport: (sentence, about) => log.warn(sentence, about),
	});
}

function advertised(options: ServerOptions, { services }: KindParts, log: Log): string | undefined {
	const family = services.clusterIps[0]?.ip.family ?? 4;
	const address = advertisedAddress(options, family);
	if (address === undefined) {
		const sentence = `no endpoint published for the server: the host has no reachable IPv${family} address; set --advertise-address`;
		// Without the flag, the missing endpoint may be intended, so this is no warning.
		if (options.advertiseAddress === undefined) log.info(sentence);
		else log.warn(sentence);
	}
	return address;
}

function infoOf(authorities: Authorities, { flags }: ServerOptions): AuthenticationInfo {
	return { data: () => authenticationInfo(flags, authorities), onChange: (changed) => authorities.onChange(changed) };
}

type OwnParts = Pick<
	ControllerParts,
	'flags' | 'kinds' | 'rewriter' | 'securePort' | 'advertisedAddress' | 'shared' | 'aggregation' | 'authenticationInfo' | 'flowObjectsMade' | 'ownAuthority'
>;

/** Returns the parts that controllers get. `verbs` always refers to the current snapshot. */
function controllerParts(contexts: () => VerbContext, own: OwnParts, rootCertificate: string, log: Log): ControllerParts {
	return {
		get verbs() {
			return contexts();
		},
		...own,
		rootCertificate,
		report: ({ controller, subject, error }) =>
			log.warn(damageOf(error) === undefined ? 'controller failed; retrying' : 'controller postponed work on a damaged object', {
				controller,
				subject,
				error: error instanceof Error ? error.message : String(error),
			}),
	};
}

async function drain({ shutdownDelayMs }: ServerOptions, lifecycle: Lifecycle, closing: Closing): Promise<void> {
	lifecycle.drain();
	if (shutdownDelayMs > 0) await new Promise((done) => setTimeout(done, shutdownDelayMs));
	await closing.close();
}
