/** The flags that are the server's own, each a record under the name by which the code asks for it. Rows of registries carry the others. */
import { isIP } from 'node:net';
import { admissionPlugins } from '../../admission/plugins/index.ts';
import type { Flag } from '../../api/flag.ts';
import { boolean, type DurationBounds, duration, integer, list, switches, text } from '../../api/flag-value.ts';
import { authorizationModes } from '../../auth/authz/index.ts';
import { controllers } from '../../controllers/index.ts';
import { defaultMaxWatches } from '../../filters/with-watch-bound.ts';
import { anyOrigin, originOf } from '../../http/websocket/origins.ts';
import { serviceClusterIpRange, serviceNodePortRange } from '../../kinds/service/flags.ts';
import { readIp } from '../../scalars/addresses.ts';
import { defaultDatastore, engines } from '../../storage/index.ts';
import { type LogLevel, logLevels } from '../../telemetry/log.ts';
import { dataDir } from './data-dir.ts';

/** A flag that says the same as another one in other words. */
export interface Alias<T> extends Omit<Flag<T>, 'default'> {
	readonly of: Flag<T>;
}

/** Says of what type a record's values are. */
function flag<T>(record: Flag<T>): Flag<T> {
	return record;
}

const mostInFlight = 1_000_000;
/** A first request on a machine that is busy may take most of a second; whoever waits for longer than a day has forgotten it, and timers take 24 days. */
const requestTimeouts: DurationBounds = { minMs: 1_000, maxMs: 24 * 3_600_000 };
/** What is shorter than a second no reader keeps up with; the log of a day is what a disk may have to hold beside the objects. */
const histories: DurationBounds = { minMs: 1_000, maxMs: 24 * 3_600_000 };
/** At the start and at the end: what supervises the server gives up long before an hour. */
const pauses: DurationBounds = { minMs: 0, maxMs: 3_600_000 };

export const ownFlags = {
	dataDir,
	securePort: flag<number>({
		name: 'secure-port',
		value: 'PORT',
		help: 'Port of HTTPS; 0 takes a free one.',
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
		help: 'Address at which others of a cluster reach the server, by its Endpoints.',
		default: undefined,
		shown: "--bind-address, or the host's where that is none to reach it at",
		parse: plainAddress,
	}),
	datastore: flag<string | undefined>({
		name: 'datastore',
		value: 'URL',
		help: `Where objects are kept: ${engines.map(({ usage }) => usage).join(', ')}.`,
		default: undefined,
		shown: defaultDatastore('DATA-DIR'),
		parse: text,
	}),
	encryptionProviderConfig: flag<string | undefined>({
		name: 'encryption-provider-config',
		value: 'FILE',
		help: 'How objects are encrypted where they are stored, an EncryptionConfiguration. Without it, Secrets are, with a key in the data dir.',
		default: undefined,
		parse: text,
	}),
	acceptDataLoss: flag<boolean>({
		name: 'accept-data-loss',
		value: '[BOOL]',
		bare: true,
		help: 'Starts though objects that were acknowledged are lost, with those that are there. Give it once.',
		default: false,
		shown: 'false',
		parse: boolean,
	}),
	historyMs: flag<number>({
		name: 'history',
		value: 'DURATION',
		help: 'How long what is past can be asked for: watches and lists from an earlier version. What is older gets 410.',
		default: 5 * 60_000,
		shown: '5m0s',
		parse: (value) => duration(value, histories),
	}),
	tlsCertFile: flag<string | undefined>({
		name: 'tls-cert-file',
		value: 'FILE',
		help: 'Serving certificate (PEM) instead of the one made on first start.',
		default: undefined,
		parse: text,
	}),
	tlsPrivateKeyFile: flag<string | undefined>({
		name: 'tls-private-key-file',
		value: 'FILE',
		help: 'Key of --tls-cert-file (PEM).',
		default: undefined,
		parse: text,
	}),
	authorizationMode: flag<readonly string[]>({
		name: 'authorization-mode',
		value: 'LIST',
		help: `Who may do what, beside the privileged group that may do all: ${authorizationModes().join(', ')}.`,
		// A node agent could write any Node, and pods that name any secret, until NodeRestriction checks its writes: Node is asked for by name.
		default: ['RBAC'],
		shown: 'RBAC',
		parse: list,
	}),
	enableAdmissionPlugins: flag<readonly string[]>({
		name: 'enable-admission-plugins',
		value: 'LIST',
		help: `Admission plugins to switch on beside the default ones: ${admissionPlugins.map(({ name }) => name).join(', ')}.`,
		default: [],
		parse: list,
	}),
	disableAdmissionPlugins: flag<readonly string[]>({
		name: 'disable-admission-plugins',
		value: 'LIST',
		help: 'Admission plugins to switch off.',
		default: [],
		parse: list,
	}),
	/** Release, `major.minor`; the catalog's own when undefined. */
	emulatedVersion: flag<string | undefined>({
		name: 'emulated-version',
		value: 'RELEASE',
		help: 'Release to behave as, such as 1.25, by default the one that --version shows: fields, versions and gates of later releases are not there.',
		default: undefined,
		parse: release,
	}),
	featureGates: flag<Readonly<Record<string, boolean>>>({
		name: 'feature-gates',
		value: 'MAP',
		help: 'Gates to switch, such as Name=true,Other=false; AllAlpha and AllBeta mean all of that stage that are not named. The gates are listed below; behind --emulated-version, those of that release.',
		default: {},
		parse: (value, before) => ({ ...before, ...switches(value) }),
	}),
	serviceClusterIpRange,
	serviceNodePortRange,
	runtimeConfig: flag<Readonly<Record<string, boolean>>>({
		name: 'runtime-config',
		value: 'MAP',
		help: 'Versions or resources to switch, such as apps/v1=false; api/all, api/ga, api/beta and api/alpha mean all of that sort that are not named. Alpha versions, and those whose specs say so, are off by default, all others on.',
		default: {},
		parse: (value, before) => ({ ...before, ...switches(value) }),
	}),
	controllers: flag<readonly string[]>({
		name: 'controllers',
		value: 'LIST',
		help: 'Controllers to run: * for all but tokencleaner and bootstrapsigner, NAME, -NAME to leave one out, -* for none.',
		names: controllers,
		default: ['*'],
		shown: '*',
		parse: list,
	}),
	requestTimeoutMs: flag<number>({
		name: 'request-timeout',
		value: 'DURATION',
		help: 'Time bound of a request that is not long-running.',
		default: 60_000,
		shown: '1m0s',
		parse: (value) => duration(value, requestTimeouts),
	}),
	maxConnections: flag<number>({
		name: 'max-connections',
		value: 'N',
		help: 'Connections at once; more are closed as they come.',
		default: 10_000,
		shown: '10000',
		parse: (value) => integer(value, 1, 1_000_000),
	}),
	enablePriorityAndFairness: flag<boolean>({
		name: 'enable-priority-and-fairness',
		value: '[BOOL]',
		bare: true,
		help: 'Requests wait by flows, as FlowSchemas and PriorityLevelConfigurations say, within the sum of the two bounds below; with false, the bounds alone hold.',
		default: true,
		shown: 'true',
		parse: boolean,
	}),
	enableTrpc: flag<boolean | undefined>({
		name: 'enable-trpc',
		stage: 'beta',
		value: '[BOOL]',
		bare: true,
		help: 'Serves the API as procedures of tRPC as well, below /trpc.',
		default: undefined,
		shown: 'true, but for builds that speak the words of another server alone',
		parse: boolean,
	}),
	allowedWebSocketOrigins: flag<readonly string[]>({
		name: 'allowed-websocket-origins',
		value: 'LIST',
		help: "Origins, such as https://console.example.com, whose pages may open WebSockets with a client certificate, beside the server's own; * allows all.",
		default: [],
		shown: "the server's own",
		parse: origins,
	}),
	maxRequestsInflight: flag<number>({
		name: 'max-requests-inflight',
		value: 'N',
		help: 'Reading requests answered at once; more get 429.',
		default: 400,
		shown: '400',
		parse: (value) => integer(value, 1, mostInFlight),
	}),
	maxMutatingRequestsInflight: flag<number>({
		name: 'max-mutating-requests-inflight',
		value: 'N',
		help: 'Mutating requests answered at once; more get 429.',
		default: 200,
		shown: '200',
		parse: (value) => integer(value, 1, mostInFlight),
	}),
	maxWatches: flag<number>({
		name: 'max-watches',
		value: 'N',
		help: 'Watches open at once; more get 429.',
		default: defaultMaxWatches,
		shown: String(defaultMaxWatches),
		parse: (value) => integer(value, 1, mostInFlight),
	}),
	livezGracePeriodMs: flag<number>({
		name: 'livez-grace-period',
		value: 'DURATION',
		help: 'Time in which an unfinished start does not fail /livez.',
		default: 0,
		shown: '0s',
		parse: (value) => duration(value, pauses),
	}),
	shutdownDelayMs: flag<number>({
		name: 'shutdown-delay-duration',
		value: 'DURATION',
		help: 'Time between failing /readyz and refusing connections when told to stop.',
		default: 0,
		shown: '0s',
		parse: (value) => duration(value, pauses),
	}),
	showHiddenMetrics: flag<string | undefined>({
		name: 'show-hidden-metrics-for-version',
		value: 'RELEASE',
		help: 'The release before the one emulated, such as 1.24: metrics are shown that have been deprecated for so long that they are about to go.',
		default: undefined,
		parse: (value) => (value === '' ? undefined : value),
	}),
	logLevel: flag<LogLevel>({
		name: 'log-level',
		value: 'LEVEL',
		help: `What is logged on stderr, each with what stands before it: ${logLevels.join(', ')}. Lines of JSON, but on a terminal.`,
		default: 'warn',
		shown: 'warn',
		parse: level,
	}),
};

const verbosity: Alias<LogLevel> = {
	name: 'v',
	value: 'N',
	help: 'The same by number: 0 is warn, 1 and 2 info, 3 requests (a line for each, without secrets), 4 and more debug.',
	of: ownFlags.logLevel,
	parse: (value) => levelOf(integer(value, 0, 100)),
};

export const aliases: readonly Alias<unknown>[] = [verbosity];

function address(value: string): string {
	if (isIP(value) === 0) throw new Error('an IP address such as 127.0.0.1 or :: is expected');
	return value;
}

function origins(value: string): readonly string[] {
	const given = list(value);
	// An origin has no path, so that none seems to count.
	const wrong = given.find((one) => one !== anyOrigin && originOf(one) !== one.toLowerCase());
	if (wrong !== undefined) throw new Error(`origins such as https://console.example.com, or ${anyOrigin}, are expected, found ${JSON.stringify(wrong)}`);
	return given.map((one) => one.toLowerCase());
}

/** Without a zone, and no IPv4 address within an IPv6 one. */
function plainAddress(value: string): string {
	if (readIp(value) === undefined) throw new Error('an IP address such as 192.0.2.1 or fd00::1 is expected');
	return value;
}

function release(value: string): string {
	// Component form, as kube-apiserver takes it; the server is one component.
	const match = /^(?:[a-z]+=)?v?(\d+\.\d+)$/.exec(value);
	if (match?.[1] === undefined) throw new Error('a release such as 1.25 is expected');
	return match[1];
}

function level(value: string): LogLevel {
	const found = logLevels.find((candidate) => candidate === value);
	if (found === undefined) throw new Error(`one of ${logLevels.join(', ')} is expected`);
	return found;
}

function levelOf(verbosity: number): LogLevel {
	if (verbosity === 0) return 'warn';
	if (verbosity < 3) return 'info';
	return verbosity < 4 ? 'requests' : 'debug';
}
