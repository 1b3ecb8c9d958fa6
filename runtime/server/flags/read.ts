/** Parses the command line, and checks the rules across several flags. */
import type { Deprecated, Flag, FlagValues } from '../../api/flag.ts';
import { boolean, isBoolean } from '../../api/flag-value.ts';
import { anonymousAuth } from '../../auth/authn/anonymous.ts';
import { alwaysAllow } from '../../auth/authz/always-allow.ts';
import { cidrText, isUnspecified, readIp } from '../../scalars/addresses.ts';
import { FlagError } from './flag-error.ts';
import { GivenFlags } from './flag-values.ts';
import { registeredFlags } from './registered.ts';
import { type Alias, aliases, ownFlags } from './server-flags.ts';
import { unknownFlag } from './suggestion.ts';

type Own = typeof ownFlags;

/** Values of the server's own flags by name, and, as `flags`, those of registry rows. */
export type ServerOptions = { readonly [K in keyof Own]: Own[K] extends Flag<infer T> ? T : never } & {
	readonly flags: FlagValues;
	/** Warnings about deprecated flags, a sentence each. */
	readonly warnings: readonly string[];
};

/** Action requested by the command line. */
export type Command =
	| { readonly kind: 'serve'; readonly options: ServerOptions }
	/** `release` and `product`: releases to describe. Undefined: those emulated by default. */
	| { readonly kind: 'help'; readonly release: string | undefined; readonly product: string | undefined }
	| { readonly kind: 'version' };

/** Flag that requests another action than serving, such as `--help`. For a boolean flag, the value false requests nothing. */
export interface Question {
	readonly name: 'help' | 'version';
	readonly value: string;
	readonly bare: true;
	readonly help: string;
	readonly shown?: undefined;
	readonly stage?: undefined;
	readonly deprecated?: undefined;
}

export const questions: readonly Question[] = [
	{ name: 'help', value: '[BOOL]', bare: true, help: 'Print this help.' },
	{ name: 'version', value: '[BOOL]', bare: true, help: 'Print the default emulated release.' },
];

/** Flags in the order of the help: location and storage, security, the rest. */
export const allFlags: readonly Flag<unknown>[] = [...Object.values(ownFlags), ...registeredFlags];

/** Parses a command line. `flags`: the accepted flags. Throws FlagError. */
export function readFlags(args: readonly string[], flags: readonly Flag<unknown>[] = allFlags): Command {
	checkNames(flags);
	const given = new GivenFlags(flags);
	const warnings = new Set<string>();
	for (let i = 0; i < args.length; i++) {
		const word = args[i] as string;
		if (word === '-h') return answerTo('help', given);
		const { flag, value, usedNext } = readWord(word, args[i + 1], [...questions, ...flags, ...aliases]);
		if (usedNext) i++;
		if ('parse' in flag) {
			take(given, flag, value);
			if (flag.deprecated !== undefined) warnings.add(deprecation(flag.name, flag.deprecated));
		} else if (readValue(flag.name, value, () => boolean(value))) return answerTo(flag.name, given);
	}
	checkTogether(given);
	return { kind: 'serve', options: optionsOf(given, [...warnings]) };
}

function deprecation(name: string, { since, instead }: Deprecated): string {
	return `--${name} has been deprecated since ${since}: ${instead}`;
}

function answerTo(question: Question['name'], given: GivenFlags): Command {
	if (question !== 'help') return { kind: question };
	return { kind: question, release: given.of(ownFlags.emulatedVersion), product: given.of(ownFlags.emulatedProductVersion) };
}

/** Refuses duplicate names, because the second flag of a name would never get a value. */
function checkNames(flags: readonly Flag<unknown>[]): void {
	const names = [...questions, ...flags, ...aliases].map(({ name }) => name);
	const twice = names.find((name, i) => names.indexOf(name) !== i);
	if (twice !== undefined) throw new Error(`--${twice} is the name of two flags: rows of registries name their flags after themselves`);
}

type AnyFlag = Flag<unknown> | Alias<unknown> | Question;

function readWord(
	word: string,
	next: string | undefined,
	all: readonly AnyFlag[],
): { readonly flag: AnyFlag; readonly value: string; readonly usedNext: boolean } {
	// `-v` is klog's flag.
	if (!word.startsWith('--') && !/^-v(=|$)/.test(word))
		throw new FlagError(`${JSON.stringify(word)} is not a flag: this command accepts only flags (--help lists them)`);
	const equals = word.indexOf('=');
	const name = word.slice(word.startsWith('--') ? 2 : 1, equals < 0 ? undefined : equals);
	const flag = all.find((candidate) => candidate.name === name);
	if (flag === undefined)
		throw new FlagError(
			unknownFlag(
				name,
				all.map((known) => known.name),
			),
		);
	if (equals >= 0) return { flag, value: word.slice(equals + 1), usedNext: false };
	if (flag.bare && !isBoolean(next)) return { flag, value: 'true', usedNext: false };
	// A word with two leading dashes is the next flag, never a value.
	if (next === undefined || next.startsWith('--')) throw new FlagError(`--${name} needs a value (${flag.value})`);
	return { flag, value: next, usedNext: true };
}

function take(given: GivenFlags, flag: Flag<unknown> | Alias<unknown>, value: string): void {
	const target = 'of' in flag ? flag.of : flag;
	given.set(
		target,
		readValue(flag.name, value, () => flag.parse(value, given.of(target))),
	);
}

function readValue<T>(name: string, value: string, read: () => T): T {
	try {
		return read();
	} catch (error) {
		throw new FlagError(`--${name} ${JSON.stringify(value)}: ${(error as Error).message}`, { cause: error });
	}
}

function checkTogether(given: GivenFlags): void {
	if (given.isGiven(ownFlags.tlsCertFile) !== given.isGiven(ownFlags.tlsPrivateKeyFile)) {
		throw new FlagError('--tls-cert-file and --tls-private-key-file must be given together');
	}
	checkFamilies(given);
	// Clients may do everything in this mode, so they must at least authenticate.
	if (given.of(ownFlags.authorizationMode).includes(alwaysAllow.name)) {
		if (given.isGiven(anonymousAuth) && given.of(anonymousAuth))
			throw new FlagError('--anonymous-auth and --authorization-mode AlwaysAllow together would allow all requests: remove one of the flags');
		given.imply(anonymousAuth, false);
	}
}

/**
 * Refuses an advertised address whose family differs from that of the server's own Service. The endpoints of that Service could not contain
 * it.
 */
function checkFamilies(given: GivenFlags): void {
	const text = given.of(ownFlags.advertiseAddress);
	const [range] = given.of(ownFlags.serviceClusterIpRange);
	const ip = text === undefined ? undefined : readIp(text);
	if (ip === undefined || range === undefined || isUnspecified(ip) || ip.family === range.ip.family) return;
	throw new FlagError(`--advertise-address ${text} must have the IP family of the first --service-cluster-ip-range, ${cidrText(range)}`);
}

function optionsOf(given: GivenFlags, warnings: readonly string[]): ServerOptions {
	const own = Object.fromEntries(Object.entries(ownFlags).map(([name, flag]) => [name, given.of<unknown>(flag)]));
	// The record of the same name parsed each value.
	return { ...(own as Omit<ServerOptions, 'flags' | 'warnings'>), flags: given, warnings };
}
