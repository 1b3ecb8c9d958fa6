/** Order of versions, in groups and in kinds. */

/**
 * Compares versions: stable before beta before alpha, newer before older. The first version of a kind is the stored one unless a source
 * says otherwise.
 */
export function newestFirst(a: string, b: string): number {
	return stability(a) - stability(b);
}

function stability(version: string): number {
	const [, major = '0', stage = '', number = '0'] = /^v(\d+)(alpha|beta)?(\d*)$/.exec(version) ?? [];
	return (stage === '' ? 0 : stage === 'beta' ? 1000 : 2000) - Number(major) * 30 - Number(number);
}

/** Inserts a version before the first less preferred one. The others keep their order, which may be manual. */
export function insertVersion<T>(all: T[], added: T, nameOf: (one: T) => string): readonly T[] {
	const at = all.findIndex((one) => newestFirst(nameOf(added), nameOf(one)) < 0);
	all.splice(at < 0 ? all.length : at, 0, added);
	return all;
}
