/** Input of a comparison, and places of findings. */
import type { Change, Element } from '../change.ts';
import type { Lock } from '../lock/lock.ts';
import type { Surface } from '../surface.ts';
import type { Located } from './finding.ts';

/** Lock and surface to compare, with what the rules need. */
export interface DiffContext {
	readonly before: Lock;
	readonly now: Surface;
	/** Releases of all spec roots with dates. */
	readonly releases: Surface['releases'];
	readonly oldest: string | undefined;
	/** Gates of all spec roots. */
	readonly gates: Surface['gates'];
}

export interface ElementSite {
	readonly where: string;
	readonly element: Element;
	readonly path: readonly string[];
	/** True when the element is not promised, so that its changes break no rule. */
	readonly isAlpha: boolean;
}

/** Makes a change of the finding and its place, with the release that the API needs. */
export function changeAt({ where, element, path, isAlpha }: ElementSite, { keyword, always, rule = 1, instead, ...finding }: Located): Change {
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
