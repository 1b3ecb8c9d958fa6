/** What is compared, and where a finding stands. */
import type { Change, Element } from '../change.ts';
import type { Lock } from '../lock/lock.ts';
import type { Surface } from '../surface.ts';
import type { Located } from './finding.ts';

/** What is compared, and what the rules need to know of both. */
export interface Comparing {
	readonly before: Lock;
	readonly now: Surface;
	/** Of all spec roots, with their days. */
	readonly releases: Surface['releases'];
	readonly oldest: string | undefined;
	/** Gates of all spec roots. */
	readonly gates: Surface['gates'];
}

export interface Place {
	readonly where: string;
	readonly element: Element;
	readonly path: readonly string[];
	/** Nothing is promised of it: what changes breaks no rule. */
	readonly isAlpha: boolean;
}

/** A finding at its place, with the bump that it asks for. */
export function changeAt({ where, element, path, isAlpha }: Place, { keyword, always, rule = 1, instead, ...finding }: Located): Change {
	const isBroken = finding.breaking && (!isAlpha || always === true);
	return {
		where,
		element,
		...finding,
		...(instead !== undefined && isBroken ? { instead } : {}),
		...(isBroken ? { rule } : {}),
		api: isBroken ? 'version' : finding.sort === 'shown' ? 'none' : 'release',
		path: keyword === '' ? path : [...path, keyword],
	};
}
