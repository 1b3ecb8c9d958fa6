/**
 * Flags of the server itself, each a record under the name that the code uses. Other flags are declared by the registry rows that need
 * them.
 */
import { isIP } from 'node:net';
import type { AdmissionPlugin } from '../../admission/contract.ts';
import { rangeText } from '../../admission/enabled.ts';
import { admissionPlugins } from '../../admission/plugins/index.ts';
import type { Flag } from '../../api/flag.ts';
import { boolean, type DurationBounds, duration, integer, list, switches, text } from '../../api/flag-value.ts';
import { authorizationModes } from '../../auth/authz/index.ts';
import { controllers } from '../../controllers/index.ts';
import { defaultMaxWatches } from '../../filters/with-watch-bound.ts';
import { type Http2Implementation, http2Implementations } from '../../http/connection.ts';
import { anyOrigin, originOf } from '../../http/websocket/origins.ts';
import { agentFlags } from '../../kinds/node/agent-flags.ts';
import { allowPrivileged } from '../../kinds/pod/privileges.ts';
import { serviceClusterIpRange, serviceNodePortRange } from '../../kinds/service/flags.ts';
import { readIp } from '../../scalars/addresses.ts';
import { defaultDatastore, engines } from '../../storage/index.ts';
import { type LogLevel, logLevels } from '../../telemetry/log.ts';
import { dataDir } from './data-dir.ts';

/** Flag that sets the value of another flag in a different notation. */
export interface Alias<T> extends Omit<Flag<T>, 'default'> {
	readonly of: Flag<T>;
}

/** Returns the record itself. The call lets TypeScript infer the type of its values. */
function flag<T>(record: Flag<T>): Flag<T> {
	return record;
}

const mostInFlight = 1_000_000;
/**
 * Bounds of request timeouts. The first request on a busy machine may take most of a second. No client waits longer than a day, and a timer
 * of Node holds at most 24 days.
 */
const requestTimeouts: DurationBounds = { minMs: 1_000, maxMs: 24 * 3_600_000 };
/**
 * Bounds of the history. No reader keeps up with less than a second. More than a day of changes would take too much disk space beside the
 * objects.
 */
const histories: DurationBounds = { minMs: 1_000, maxMs: 24 * 3_600_000 };
/** Bounds of the delays at start and shutdown. A supervisor gives up long before an hour. */
const pauses: DurationBounds = { minMs: 0, maxMs: 3_600_000 };

export const ownFlags = {
	dataDir,
	securePort: flag<number>({
		name: 'secure-port',
		value: 'PORT',
		help: 'Port to serve HTTPS on; 0 selects a free port.',
		default: 6443,
		shown: '6443',
		parse: (value) => integer(value, 0, 65535),
	}),
	bindAddress: flag<string>({
		name: 'bind-address',
		value: 'IP',
		help: 'Address to listen on.',
		default: '127.0.0.1',
		shown: '127.0.0.1',
		parse: address,
	}),
	advertiseAddress: flag<string | undefined>({
		name: 'advertise-address',
		value: 'IP',
		help: 'IP address that other members of the cluster use to reach the server; published in its Endpoints.',
		default: undefined,
		shown: "--bind-address, or the host's address if that address is unspecified or loopback",
		parse: plainAddress,
	}),
	datastore: flag<string | undefined>({
		name: 'datastore',
		value: 'URL',
		help: `Storage for objects: ${engines.map(({ usage }) => usage).join(', ')}.`,
		default: undefined,
		shown: defaultDatastore('DATA-DIR'),
		parse: text,
	}),
	encryptionProviderConfig: flag<string | undefined>({
		name: 'encryption-provider-config',
		value: 'FILE',
		help: 'File with an EncryptionConfiguration for stored objects. Without it, only Secrets are encrypted, with a key in the data directory.',
		default: undefined,
		parse: text,
	}),
	acceptDataLoss: flag<boolean>({
		name: 'accept-data-loss',
		value: '[BOOL]',
		bare: true,
		help: 'Start although acknowledged objects are lost, with the objects that remain. Set it for a single start.',
		default: false,
		shown: 'false',
		parse: boolean,
	}),
	historyMs: flag<number>({
		name: 'history',
		value: 'DURATION',
		help: 'Duration for which earlier resource versions stay available to watches and lists. Requests for older versions get 410.',
		default: 5 * 60_000,
		shown: '5m0s',
		parse: (value) => duration(value, histories),
	}),
	tlsCertFile: flag<string | undefined>({
		name: 'tls-cert-file',
		value: 'FILE',
		help: 'File with the PEM serving certificate. Without it, the server uses the certificate generated on its first start.',
		default: undefined,
		parse: text,
	}),
	tlsPrivateKeyFile: flag<string | undefined>({
		name: 'tls-private-key-file',
		value: 'FILE',
		help: 'File with the PEM private key that matches --tls-cert-file.',
		default: undefined,
		parse: text,
	}),
	authorizationMode: flag<readonly string[]>({
		name: 'authorization-mode',
		value: 'LIST',
		help: `Ordered list of authorization modes: ${authorizationModes().join(', ')}. The privileged group is always allowed.`,
		// `Node` is not a default: a server without node agents should give the user names of nodes no permissions.
		default: ['RBAC'],
		shown: 'RBAC',
		parse: list,
	}),
	enableAdmissionPlugins: flag<readonly string[]>({
		name: 'enable-admission-plugins',
		value: 'LIST',
		help: `Admission plugins to enable in addition to the default ones. All plugins: ${admissionPlugins.map(shownPlugin).join(', ')}.`,
		default: [],
		parse: list,
	}),
	disableAdmissionPlugins: flag<readonly string[]>({
		name: 'disable-admission-plugins',
		value: 'LIST',
		help: 'Admission plugins to disable, including default ones.',
		default: [],
		parse: list,
	}),
	/** Emulated release as `major.minor`. Undefined: the catalog's own release. */
	emulatedVersion: flag<string | undefined>({
		name: 'emulated-version',
		value: 'RELEASE',
		help: 'Release to emulate, such as 1.25. Fields, versions and gates of later releases are absent. Defaults to the release that --version prints.',
		default: undefined,
		parse: release,
	}),
	/** Emulated release of the product. Undefined: that of its calendar. */
	emulatedProductVersion: flag<string | undefined>({
		name: 'emulated-product-version',
		value: 'RELEASE',
		help: "Release of the product to emulate, such as 1.2, if the server's own specs have a release calendar. Defaults to the default of that calendar.",
		default: undefined,
		parse: release,
	}),
	featureGates: flag<Readonly<Record<string, boolean>>>({
		name: 'feature-gates',
		value: 'MAP',
		help: 'Feature gates to set, such as Name=true,Other=false. AllAlpha and AllBeta set all gates of a stage that are not named. The gates of the emulated releases are listed below.',
		default: {},
		parse: (value, before) => ({ ...before, ...switches(value) }),
	}),
	allowPrivileged,
	...agentFlags,
	serviceClusterIpRange,
	serviceNodePortRange,
	runtimeConfig: flag<Readonly<Record<string, boolean>>>({
		name: 'runtime-config',
		value: 'MAP',
		help: 'API versions or resources to enable or disable, such as apps/v1=false. api/all, api/ga, api/beta and api/alpha set all versions of that kind that are not named. Alpha versions, and versions whose specs say so, are off by default; all others are on.',
		default: {},
		parse: (value, before) => ({ ...before, ...switches(value) }),
	}),
	controllers: flag<readonly string[]>({
		name: 'controllers',
		value: 'LIST',
		help: 'Controllers to run. * enables all except tokencleaner and bootstrapsigner, NAME enables one, -NAME disables one, and -* disables all.',
		names: controllers,
		default: ['*'],
		shown: '*',
		parse: list,
	}),
	requestTimeoutMs: flag<number>({
		name: 'request-timeout',
		value: 'DURATION',
		help: 'Timeout of requests that are not long-running.',
		default: 60_000,
		shown: '1m0s',
		parse: (value) => duration(value, requestTimeouts),
	}),
	maxConnections: flag<number>({
		name: 'max-connections',
		value: 'N',
		help: 'Maximum number of open connections. Further connections are closed immediately.',
		default: 10_000,
		shown: '10000',
		parse: (value) => integer(value, 1, 1_000_000),
	}),
	http2: flag<Http2Implementation>({
		name: 'http2',
		value: 'NAME',
		help: `Implementation of HTTP/2: ${http2Implementations.join(', ')}. That of Node is slower; it is the fallback if a flaw in the server's own is found.`,
		default: 'own',
		shown: 'own',
		parse: (value) => oneOf(http2Implementations, value),
	}),
	enablePriorityAndFairness: flag<boolean>({
		name: 'enable-priority-and-fairness',
		value: '[BOOL]',
		bare: true,
		help: 'Enable fair queuing of requests by FlowSchemas and PriorityLevelConfigurations. The sum of the two --max-*requests-inflight flags is the total limit; with false, each flag is a separate limit.',
		default: true,
		shown: 'true',
		parse: boolean,
	}),
	enableTrpc: flag<boolean | undefined>({
		name: 'enable-trpc',
		stage: 'beta',
		value: '[BOOL]',
		bare: true,
		help: 'Serve the API as tRPC procedures too, at /trpc.',
		default: undefined,
		shown: "true, except in builds of another server's vocabulary",
		parse: boolean,
	}),
	allowedWebSocketOrigins: flag<readonly string[]>({
		name: 'allowed-websocket-origins',
		value: 'LIST',
		help: "Origins whose pages may open WebSockets with a client certificate, such as https://console.example.com. The server's own origin is always allowed; * allows all.",
		default: [],
		shown: "the server's own origin",
		parse: origins,
	}),
	maxRequestsInflight: flag<number>({
		name: 'max-requests-inflight',
		value: 'N',
		help: 'Maximum number of non-mutating requests in flight. Further requests get 429.',
		default: 400,
		shown: '400',
		parse: (value) => integer(value, 1, mostInFlight),
	}),
	maxMutatingRequestsInflight: flag<number>({
		name: 'max-mutating-requests-inflight',
		value: 'N',
		help: 'Maximum number of mutating requests in flight. Further requests get 429.',
		default: 200,
		shown: '200',
		parse: (value) => integer(value, 1, mostInFlight),
	}),
	maxWatches: flag<number>({
		name: 'max-watches',
		value: 'N',
		help: 'Maximum number of open watches. Further watches get 429.',
		default: defaultMaxWatches,
		shown: String(defaultMaxWatches),
		parse: (value) => integer(value, 1, mostInFlight),
	}),
	livezGracePeriodMs: flag<number>({
		name: 'livez-grace-period',
		value: 'DURATION',
		help: 'Grace period after the start in which unfinished startup does not fail /livez.',
		default: 0,
		shown: '0s',
		parse: (value) => duration(value, pauses),
	}),
	shutdownDelayMs: flag<number>({
		name: 'shutdown-delay-duration',
		value: 'DURATION',
		help: 'Delay of the shutdown. During the delay /readyz fails, and connections are still accepted.',
		default: 0,
		shown: '0s',
		parse: (value) => duration(value, pauses),
	}),
	showHiddenMetrics: flag<string | undefined>({
		name: 'show-hidden-metrics-for-version',
		value: 'RELEASE',
		help: 'Previous release, such as 1.24, whose hidden metrics are shown. Hidden metrics are deprecated and will be removed.',
		default: undefined,
		parse: (value) => (value === '' ? undefined : value),
	}),
	logLevel: flag<LogLevel>({
		name: 'log-level',
		value: 'LEVEL',
		help: `Lowest severity logged to stderr: ${logLevels.join(', ')}. Each level includes those before it. Lines are JSON unless stderr is a terminal.`,
		default: 'warn',
		shown: 'warn',
		parse: (value) => oneOf(logLevels, value),
	}),
};

const verbosity: Alias<LogLevel> = {
	name: 'v',
	value: 'N',
	help: 'Log level as a number: 0 is warn, 1 and 2 info, 3 requests (one line each, without secrets), 4 and above debug.',
	of: ownFlags.logLevel,
	parse: (value) => levelOf(integer(value, 0, 100)),
};

export const aliases: readonly Alias<unknown>[] = [verbosity];

/** Returns the name of a plugin with the releases that have it. */
function shownPlugin({ name, exists }: AdmissionPlugin): string {
	return exists === undefined ? name : `${name} (${rangeText(exists)})`;
}

function address(value: string): string {
	if (isIP(value) === 0) throw new Error('expected an IP address such as 127.0.0.1 or ::');
	return value;
}

function origins(value: string): readonly string[] {
	const given = list(value);
	// An origin with a path is refused, because the path would have no effect.
	const wrong = given.find((one) => one !== anyOrigin && (!/^https?:[^*]*$/i.test(one) || originOf(one) !== one.toLowerCase()));
	if (wrong !== undefined) throw new Error(`expected origins such as https://console.example.com, or ${anyOrigin}, found ${JSON.stringify(wrong)}`);
	return given.map((one) => one.toLowerCase());
}

/** Parses an IP address without a zone and without an embedded IPv4 address. */
function plainAddress(value: string): string {
	if (readIp(value) === undefined) throw new Error('expected an IP address such as 192.0.2.1 or fd00::1');
	return value;
}

function release(value: string): string {
	// Accepts the component form of kube-apiserver; the server is a single component.
	const match = /^(?:[a-z]+=)?v?(\d+\.\d+)$/.exec(value);
	if (match?.[1] === undefined) throw new Error('expected a release such as 1.25');
	return match[1];
}

function oneOf<T extends string>(all: readonly T[], value: string): T {
	const found = all.find((candidate) => candidate === value);
	if (found === undefined) throw new Error(`expected one of ${all.join(', ')}`);
	return found;
}

function levelOf(verbosity: number): LogLevel {
	if (verbosity === 0) return 'warn';
	if (verbosity < 3) return 'info';
	return verbosity < 4 ? 'requests' : 'debug';
}
