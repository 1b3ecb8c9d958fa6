/** The server's flags, in one table: name, how its text is read, what it is for. They carry kube-apiserver's names wherever there is one. */
import { isIP } from 'node:net';
import { durationMs, formatDuration } from './scalars/duration.ts';
import { logLevels } from './telemetry/log.ts';

export interface ServerOptions {
	readonly dataDir: string;
	readonly securePort: number;
	readonly bindAddress: string;
	readonly datastore: string | undefined;
	readonly tlsCertFile: string | undefined;
	readonly tlsPrivateKeyFile: string | undefined;
	readonly clientCaFile: string | undefined;
	readonly tokenAuthFile: string | undefined;
	readonly anonymousAuth: boolean;
	readonly authorizationMode: readonly string[];
	readonly enableAdmissionPlugins: readonly string[];
	readonly disableAdmissionPlugins: readonly string[];
	/** Release, `major.minor`; the catalog's own when undefined. */
	readonly emulatedVersion: string | undefined;
	readonly featureGates: Readonly<Record<string, boolean>>;
	readonly runtimeConfig: Readonly<Record<string, boolean>>;
	readonly controllers: readonly string[];
	readonly requestTimeoutMs: number;
	readonly maxConnections: number;
	readonly maxRequestsInflight: number;
	readonly maxMutatingRequestsInflight: number;
	readonly livezGracePeriodMs: number;
	readonly shutdownDelayMs: number;
	readonly logLevel: (typeof logLevels)[number];
}

/** What the command line asks for. */
export type Command = { readonly kind: 'serve'; readonly options: ServerOptions } | { readonly kind: 'help' } | { readonly kind: 'version' };

/** The command line makes no sense; the message is one sentence. */
export class FlagError extends Error {
	override readonly name = 'FlagError';
}

interface Flag {
	readonly name: string;
	/** How the value is shown in the help. */
	readonly value: string;
	readonly help: string;
	/** Boolean flags may stand without a value, and are then true. */
	readonly bare?: true;
	/** Text of the default as the help shows it. */
	readonly shown?: string;
	/** Throws an Error that says what was expected. */
	read(text: string, before: Partial<Writable>): Partial<Writable>;
}

type Writable = { -readonly [K in keyof ServerOptions]: ServerOptions[K] };

const flags: readonly Flag[] = [
	{
		name: 'data-dir',
		value: 'DIR',
		help: 'Folder of the database, the keys and the kubeconfig.',
		shown: './.orch',
		read: (dataDir) => ({ dataDir: text(dataDir) }),
	},
	{
		name: 'secure-port',
		value: 'PORT',
		help: 'Port of HTTPS; 0 takes a free one.',
		shown: '6443',
		read: (value) => ({ securePort: integer(value, 0, 65535) }),
	},
	{ name: 'bind-address', value: 'IP', help: 'Address to listen on.', shown: '127.0.0.1', read: (value) => ({ bindAddress: address(value) }) },
	{
		name: 'datastore',
		value: 'URL',
		help: 'Where objects are kept: sqlite:PATH.',
		shown: 'sqlite:DATA-DIR/orch.db',
		read: (value) => ({ datastore: text(value) }),
	},
	{
		name: 'tls-cert-file',
		value: 'FILE',
		help: 'Serving certificate (PEM) instead of the one made on first start.',
		read: (value) => ({ tlsCertFile: text(value) }),
	},
	{ name: 'tls-private-key-file', value: 'FILE', help: 'Key of --tls-cert-file (PEM).', read: (value) => ({ tlsPrivateKeyFile: text(value) }) },
	{
		name: 'client-ca-file',
		value: 'FILE',
		help: 'Authorities (PEM) whose client certificates are believed, beside the own one.',
		read: (value) => ({ clientCaFile: text(value) }),
	},
	{ name: 'token-auth-file', value: 'FILE', help: 'Static tokens as CSV: token,user,uid,"group1,group2".', read: (value) => ({ tokenAuthFile: text(value) }) },
	{
		name: 'anonymous-auth',
		value: '[BOOL]',
		bare: true,
		help: 'Whether requests without credentials are let in as the anonymous user; never with AlwaysAllow.',
		shown: 'true',
		read: (value) => ({ anonymousAuth: boolean(value) }),
	},
	{
		name: 'authorization-mode',
		value: 'LIST',
		help: 'Who may do what, beside the privileged group that may do all: AlwaysDeny, AlwaysAllow.',
		shown: 'AlwaysDeny',
		read: (value) => ({ authorizationMode: list(value) }),
	},
	{
		name: 'enable-admission-plugins',
		value: 'LIST',
		help: 'Admission plugins to switch on beside the default ones.',
		read: (value) => ({ enableAdmissionPlugins: list(value) }),
	},
	{ name: 'disable-admission-plugins', value: 'LIST', help: 'Admission plugins to switch off.', read: (value) => ({ disableAdmissionPlugins: list(value) }) },
	{
		name: 'emulated-version',
		value: 'RELEASE',
		help: 'Release to behave as, such as 1.25, by default the one that --version shows: fields, versions and gates of later releases are not there.',
		read: (value) => ({ emulatedVersion: release(value) }),
	},
	{
		name: 'feature-gates',
		value: 'MAP',
		help: 'Gates to switch, such as Name=true,Other=false.',
		read: (value, { featureGates }) => ({ featureGates: { ...featureGates, ...switches(value) } }),
	},
	{
		name: 'runtime-config',
		value: 'MAP',
		help: 'Versions or resources to switch, such as apps/v1=false.',
		read: (value, { runtimeConfig }) => ({ runtimeConfig: { ...runtimeConfig, ...switches(value) } }),
	},
	{
		name: 'controllers',
		value: 'LIST',
		help: 'Controllers to run: * for all, NAME, -NAME to leave one out, -* for none.',
		shown: '*',
		read: (value) => ({ controllers: list(value) }),
	},
	{
		name: 'request-timeout',
		value: 'DURATION',
		help: 'Time bound of a request that is not long-running.',
		shown: '1m0s',
		read: (value) => ({ requestTimeoutMs: duration(value, requestTimeouts) }),
	},
	{
		name: 'max-connections',
		value: 'N',
		help: 'Connections at once; more are closed as they come.',
		shown: '10000',
		read: (value) => ({ maxConnections: integer(value, 1, 1_000_000) }),
	},
	{
		name: 'max-requests-inflight',
		value: 'N',
		help: 'Reading requests answered at once; more get 429.',
		shown: '400',
		read: (value) => ({ maxRequestsInflight: integer(value, 1, 1_000_000) }),
	},
	{
		name: 'max-mutating-requests-inflight',
		value: 'N',
		help: 'Mutating requests answered at once; more get 429.',
		shown: '200',
		read: (value) => ({ maxMutatingRequestsInflight: integer(value, 1, 1_000_000) }),
	},
	{
		name: 'livez-grace-period',
		value: 'DURATION',
		help: 'Time in which an unfinished start does not fail /livez.',
		shown: '0s',
		read: (value) => ({ livezGracePeriodMs: duration(value, pauses) }),
	},
	{
		name: 'shutdown-delay-duration',
		value: 'DURATION',
		help: 'Time between failing /readyz and refusing connections when told to stop.',
		shown: '0s',
		read: (value) => ({ shutdownDelayMs: duration(value, pauses) }),
	},
	{
		name: 'log-level',
		value: 'LEVEL',
		help: `What is logged on stderr: ${logLevels.join(', ')}.`,
		shown: 'warn',
		read: (value) => ({ logLevel: level(value) }),
	},
	{
		name: 'v',
		value: 'N',
		help: 'The same by number: 0 is warn, 1 to 3 info, 4 and more debug.',
		read: (value) => ({ logLevel: verbosity(integer(value, 0, 100)) }),
	},
];

/** Flags that ask for something other than a server. Boolean as well: with false they ask for nothing. */
const questions = [
	{ name: 'help', value: '[BOOL]', bare: true, help: 'Shows this.' },
	{ name: 'version', value: '[BOOL]', bare: true, help: 'Shows the release emulated.' },
] as const;

const defaults: ServerOptions = {
	dataDir: './.orch',
	securePort: 6443,
	bindAddress: '127.0.0.1',
	datastore: undefined,
	tlsCertFile: undefined,
	tlsPrivateKeyFile: undefined,
	clientCaFile: undefined,
	tokenAuthFile: undefined,
	anonymousAuth: true,
	authorizationMode: ['AlwaysDeny'],
	enableAdmissionPlugins: [],
	disableAdmissionPlugins: [],
	emulatedVersion: undefined,
	featureGates: {},
	runtimeConfig: {},
	controllers: ['*'],
	requestTimeoutMs: 60_000,
	maxConnections: 10_000,
	maxRequestsInflight: 400,
	maxMutatingRequestsInflight: 200,
	livezGracePeriodMs: 0,
	shutdownDelayMs: 0,
	logLevel: 'warn',
};

/** Throws FlagError. */
export function readFlags(args: readonly string[]): Command {
	const options: Partial<Writable> = {};
	for (let i = 0; i < args.length; i++) {
		const word = args[i] as string;
		if (word === '-h') return { kind: 'help' };
		// `-v` is klog's.
		if (!word.startsWith('--') && !/^-v(=|$)/.test(word))
			throw new FlagError(`${JSON.stringify(word)} is not a flag: this command takes flags only (--help lists them)`);
		const equals = word.indexOf('=');
		const name = word.slice(word.startsWith('--') ? 2 : 1, equals < 0 ? undefined : equals);
		const question = questions.find((candidate) => candidate.name === name);
		const flag = question ?? flags.find((candidate) => candidate.name === name);
		if (flag === undefined) throw new FlagError(unknownFlag(name));
		const next = args[i + 1];
		const value = equals >= 0 ? word.slice(equals + 1) : flag.bare && !isBoolean(next) ? 'true' : next;
		if (equals < 0 && value === next) i++;
		// No value begins with two dashes: the next flag is not to be taken for one.
		if (value === undefined || (equals < 0 && value.startsWith('--'))) throw new FlagError(`--${name} needs a value (${flag.value})`);
		if ('read' in flag)
			Object.assign(
				options,
				readValue(name, value, () => flag.read(value, options)),
			);
		else if (readValue(name, value, () => boolean(value))) return { kind: flag.name };
	}
	const complete: Writable = { ...defaults, ...options };
	if ((complete.tlsCertFile === undefined) !== (complete.tlsPrivateKeyFile === undefined)) {
		throw new FlagError('--tls-cert-file and --tls-private-key-file must be given together');
	}
	// Who may do all must at least say who they are.
	if (complete.authorizationMode.includes('AlwaysAllow')) {
		if (options.anonymousAuth)
			throw new FlagError('--anonymous-auth and --authorization-mode AlwaysAllow together would let everyone do everything: leave one out');
		complete.anonymousAuth = false;
	}
	return { kind: 'serve', options: complete };
}

function readValue<T>(name: string, value: string, read: () => T): T {
	try {
		return read();
	} catch (error) {
		throw new FlagError(`--${name} ${JSON.stringify(value)}: ${(error as Error).message}`, { cause: error });
	}
}

/** `command` is how the user calls the server. */
export function helpText(command: string): string {
	const all: readonly Omit<Flag, 'read'>[] = [...flags, ...questions];
	const heads = all.map(({ name, value }) => `  --${name} ${value}`);
	const width = Math.max(...heads.map((head) => head.length)) + 2;
	const lines = all.map(({ help, shown }, i) => `${(heads[i] as string).padEnd(width)}${help}${shown === undefined ? '' : ` Default: ${shown}.`}`);
	return [
		`Usage: ${command} [FLAGS]`,
		'',
		'Serves the cluster API over HTTPS.',
		'',
		'Flags, as --flag value or --flag=value; where [BOOL] stands (true or false), --flag alone means true:',
		...lines,
		'',
	].join('\n');
}

function unknownFlag(name: string): string {
	const all = [...flags, ...questions];
	const near = all.map((flag) => ({ name: flag.name, distance: editDistance(name, flag.name) })).sort((a, b) => a.distance - b.distance)[0];
	const begun = all.filter((flag) => flag.name.includes(name) && name.length > 2);
	if (begun.length > 0 && begun.length <= 3 && near?.distance !== 1)
		return `there is no flag --${name}: did you mean ${begun.map((flag) => `--${flag.name}`).join(' or ')}?`;
	const hint = near !== undefined && near.distance <= Math.max(2, name.length / 4) ? `: did you mean --${near.name}?` : ' (--help lists those that there are)';
	return `there is no flag --${name}${hint}`;
}

/** Letters to insert, remove or change to get from one word to the other. */
function editDistance(a: string, b: string): number {
	let row = Array.from({ length: b.length + 1 }, (_, i) => i);
	for (let i = 1; i <= a.length; i++) {
		const next = [i];
		for (let j = 1; j <= b.length; j++) {
			const change = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
			next.push(Math.min(change, (row[j] as number) + 1, (next[j - 1] as number) + 1));
		}
		row = next;
	}
	return row[b.length] as number;
}

function text(value: string): string {
	if (value === '') throw new Error('a value is expected');
	return value;
}

function address(value: string): string {
	if (isIP(value) === 0) throw new Error('an IP address such as 127.0.0.1 or :: is expected');
	return value;
}

function integer(value: string, min: number, max: number): number {
	const number = Number(value);
	if (!/^\d+$/.test(value) || number < min || number > max) throw new Error(`a number from ${min} to ${max} is expected`);
	return number;
}

/** Nothing but flags is taken, so that such a word behind a boolean flag can only be its value. */
function isBoolean(word: string | undefined): boolean {
	return word === 'true' || word === 'false';
}

function boolean(value: string): boolean {
	if (isBoolean(value)) return value === 'true';
	throw new Error('true or false is expected');
}

function list(value: string): string[] {
	const items = value.split(',').map((item) => item.trim());
	if (items.includes('')) throw new Error('a list with commas is expected, without empty entries');
	return items;
}

function switches(value: string): Record<string, boolean> {
	return Object.fromEntries(
		list(value).map((entry) => {
			const equals = entry.indexOf('=');
			return equals < 0 ? [entry, true] : [entry.slice(0, equals), boolean(entry.slice(equals + 1))];
		}),
	);
}

function release(value: string): string {
	// Component form, as kube-apiserver takes it; the server is one component.
	const match = /^(?:[a-z]+=)?v?(\d+\.\d+)$/.exec(value);
	if (match?.[1] === undefined) throw new Error('a release such as 1.25 is expected');
	return match[1];
}

interface Durations {
	readonly minMs: number;
	readonly maxMs: number;
}

/** A first request on a machine that is busy may take most of a second; whoever waits for longer than a day has forgotten it, and timers take 24 days. */
const requestTimeouts: Durations = { minMs: 1_000, maxMs: 24 * 3_600_000 };
/** At the start and at the end: what supervises the server gives up long before an hour. */
const pauses: Durations = { minMs: 0, maxMs: 3_600_000 };

function duration(value: string, { minMs, maxMs }: Durations): number {
	const ms = durationMs(value);
	const [shortest, longest] = [minMs, maxMs].map((bound) => formatDuration(BigInt(bound) * 1_000_000n));
	if (ms === undefined || ms < minMs || ms > maxMs) throw new Error(`a duration from ${shortest} to ${longest}, such as 1m30s, is expected`);
	return ms;
}

function level(value: string): ServerOptions['logLevel'] {
	const found = logLevels.find((candidate) => candidate === value);
	if (found === undefined) throw new Error(`one of ${logLevels.join(', ')} is expected`);
	return found;
}

function verbosity(n: number): ServerOptions['logLevel'] {
	if (n === 0) return 'warn';
	return n < 4 ? 'info' : 'debug';
}
