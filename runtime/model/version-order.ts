/** Order of versions, in groups and in kinds. */
import { compareText } from './text-order.ts';

/**
 * Compares versions: stable before beta before alpha, newer before older. Names of another form come last, in the order of their text.
 */
export function newestFirst(a: string, b: string): number {
	const [one, other] = [ranksOf(a), ranksOf(b)];
	if (one === undefined || other === undefined) return one === other ? compareText(a, b) : one === undefined ? 1 : -1;
	return other.map((rank, index) => rank - (one[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/** Returns stage, major and number of the stage, the higher the more preferred. */
function ranksOf(version: string): readonly number[] | undefined {
	const found = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/.exec(version);
	if (found === null) return undefined;
	const [, major, stage, number = '0'] = found;
	return [stage === undefined ? 2 : stage === 'beta' ? 1 : 0, Number(major), Number(number)];
}
