/** Changes of the releases and gates in which elements exist. */
import type { Json } from '../../../runtime/model/catalog.ts';
import { compareReleases } from '../../../runtime/model/release.ts';
import { shown } from '../change.ts';
import type { JsonRecord } from '../json.ts';
import { breaks, type Classify, either, keeps } from './finding.ts';

/** Removes `introduced` when it is the oldest release or an earlier one, because the element then exists in every release. */
export function sinceOldest(said: JsonRecord, oldest: string | undefined): JsonRecord {
	const { introduced: since, ...rest } = said;
	return typeof since === 'string' && oldest !== undefined && compareReleases(since, oldest) <= 0 ? rest : said;
}

/** Compares the release of introduction; absent means every release. */
export const introduced: Classify = (from, to) => {
	const later = typeof to === 'string' && (typeof from !== 'string' || compareReleases(to, from) > 0);
	const both = { ...(from === undefined ? {} : { from: shown(from) }), ...(to === undefined ? {} : { to: shown(to) }) };
	return [
		later
			? breaks('rescheduled', 'appears in a later release than before', { ...both, instead: 'keep the release in which it appeared', sdk: 'none' })
			: keeps('rescheduled', 'appears in an earlier release', { ...both, sdk: 'none' }),
	];
};

/** Compares the release that removes a field, column or subresource from a version. */
export const removedIn: Classify = (from, to) => {
	if (isSooner(from, to))
		return [
			breaks('removed', from === undefined ? `is gone from ${shown(to)} on` : 'is gone in an earlier release', {
				...(from === undefined ? {} : { from: shown(from) }),
				to: shown(to),
				instead: 'keep it in this version, and remove it in a new version',
			}),
		];
	return [
		keeps('rescheduled', to === undefined ? 'stays' : 'stays longer', { from: shown(from), ...(to === undefined ? {} : { to: shown(to) }), sdk: 'none' }),
	];
};

/** Reports whether the removal moved to an earlier release; absent means never. */
export function isSooner(from: Json | undefined, to: Json | undefined): boolean {
	return typeof to === 'string' && (typeof from !== 'string' || compareReleases(to, from) < 0);
}

export const gate: Classify = (from, to, beside) => {
	if (to === undefined) return [keeps('gated', 'needs no gate any more', { from: shown(from) })];
	if (from === undefined)
		return [breaks('gated', 'needs a gate from now on', { to: shown(to), instead: 'gate only new behaviour, and keep the promised one', sdk: 'none' })];
	return either(keeps('gated', 'needs another gate', { sdk: 'none' }))(from, to, beside);
};
