/** LeaseCandidate: comparable versions, and a strategy that fits them. */
import type { LeaseCandidate } from '../../generated/types/coordination/v1beta1.ts';
import type { KindHooks } from '../api/hooks.ts';
import { type Cause, invalidValue, notSupported, required } from '../model/cause.ts';
import { checkConfigKey, checkQualifiedName } from '../scalars/formats.ts';

const oldest = 'OldestEmulationVersion';

export const leaseCandidateHooks: KindHooks<LeaseCandidate> = {
	validateCreate: ({ metadata }) => {
		const name = metadata?.name ?? '';
		return checkConfigKey(name).map((why) => invalidValue('metadata.name', name, why));
	},
	validate({ spec }) {
		const { binaryVersion = '', emulationVersion = '', strategy = '' } = spec;
		const binary = readVersion(binaryVersion);
		const emulated = readVersion(emulationVersion);
		const isOlder = binary !== undefined && emulated !== undefined && compare(binary, emulated) < 0;
		return [
			...(emulationVersion !== '' && emulated === undefined
				? [invalidValue('spec.emulationVersion', emulationVersion, 'must be a valid semantic version')]
				: []),
			...(binaryVersion !== '' && binary === undefined ? [invalidValue('spec.binaryVersion', binaryVersion, 'must be a valid semantic version')] : []),
			...(isOlder ? [invalidValue('spec.binaryVersion', binaryVersion, 'must be greater than or equal to `emulationVersion`')] : []),
			...(strategy === oldest && (emulated === undefined || emulated.numbers.every((number) => number === 0n))
				? [required('spec.emulationVersion', "must be specified when `strategy` is 'OldestEmulationVersion'")]
				: []),
			...strategyViolations(strategy),
		];
	},
};

/** Checks the strategy; an absent one is reported by the schema. */
function strategyViolations(strategy: string): Cause[] {
	const path = 'spec.strategy';
	if (strategy === '' || strategy === oldest) return [];
	return strategy.includes('/') ? checkQualifiedName(strategy).map((why) => invalidValue(path, strategy, why)) : [notSupported(path, strategy, [oldest])];
}

interface Version {
	readonly numbers: readonly bigint[];
	/** Prerelease identifiers; a prerelease sorts before its release. */
	readonly before: readonly string[];
}

/** A version (https://semver.org). */
const semantic =
	/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*))?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/;

function readVersion(text: string): Version | undefined {
	const [, major, minor, patch, before] = semantic.exec(text) ?? [];
	if (major === undefined || minor === undefined || patch === undefined) return undefined;
	return { numbers: [major, minor, patch].map(BigInt), before: before === undefined ? [] : before.split('.') };
}

function compare(a: Version, b: Version): number {
	for (const [index, number] of a.numbers.entries()) {
		const other = b.numbers[index] ?? 0n;
		if (number !== other) return number < other ? -1 : 1;
	}
	if (a.before.length === 0 || b.before.length === 0) return b.before.length - a.before.length;
	for (const [index, part] of a.before.entries()) {
		const other = b.before[index];
		if (other === undefined) return 1;
		if (part !== other) return isBefore(part, other) ? -1 : 1;
	}
	return a.before.length - b.before.length;
}

/** Compares two prerelease identifiers; numbers sort before words. */
function isBefore(part: string, other: string): boolean {
	const [a, b] = [part, other].map((text) => (/^\d+$/.test(text) ? BigInt(text) : undefined));
	if (a !== undefined && b !== undefined) return a < b;
	return a === undefined && b === undefined ? part < other : a !== undefined;
}
