/** Rule 8: default of a feature gate by stage, and how long a gate stays known without effect. */
import type { Release } from '../../../runtime/model/catalog.ts';
import { compareReleases } from '../../../runtime/model/release.ts';
import type { JsonRecord } from '../json.ts';
import { missing, type ReleaseDates } from './calendar.ts';
import type { RuleBreak } from './versions.ts';

const order = ['alpha', 'beta', 'stable', 'deprecated', 'removed'];
const afterStable = { months: 6, releases: 2 };
const afterBeta = { months: 3, releases: 1 };

export function brokenGate(stages: readonly JsonRecord[], dates: ReleaseDates): readonly RuleBreak[] {
	const broken: RuleBreak[] = [];
	for (const [index, stage] of stages.entries()) {
		const { stage: name, default: isOn, from } = stage;
		const before = stages[index - 1];
		if (name === 'alpha' && isOn === true) broken.push({ message: `is alpha in ${from}, and on by default`, instead: 'keep it off until it is beta' });
		if (name === 'beta' && isOn !== true) broken.push({ message: `is beta in ${from}, and off by default`, instead: 'turn it on, or keep it alpha' });
		if (name === 'stable' && isOn !== true)
			broken.push({ message: `is stable in ${from}, and off by default`, instead: 'turn it on: stable features are always on' });
		if (before !== undefined && order.indexOf(String(name)) < order.indexOf(String(before.stage)))
			broken.push({ message: `goes back from ${before.stage} to ${name} in ${from}`, instead: 'keep its stage, or deprecate it' });
	}
	const end = stages.find(({ stage }) => stage === 'removed');
	if (end !== undefined) broken.push(...tooSoon(stages, String(end.from), dates));
	return broken;
}

/** Returns the broken rules of a gate that is removed too early. `until`: first release without it. */
export function tooSoon(stages: readonly JsonRecord[], until: Release, dates: ReleaseDates): readonly RuleBreak[] {
	const first = (name: string) => stages.find(({ stage }) => stage === name);
	const stable = first('stable');
	const beta = first('beta');
	const deprecated = first('deprecated');
	if (stable === undefined && beta === undefined) return [];
	const window = stable === undefined ? afterBeta : afterStable;
	const start = stable ?? deprecated;
	if (start === undefined || compareReleases(String(start.from), until) >= 0)
		return [
			{
				message: `goes in ${until} without having been ${stable === undefined ? 'deprecated' : 'stable before'}`,
				instead: 'give it a stage "deprecated" first',
			},
		];
	const lacks = missing(String(start.from), until, window, dates);
	if (lacks === undefined) return [];
	return [
		{
			message: `is ${String(start.stage)} from ${String(start.from)} on and goes in ${until}: only ${lacks} later`,
			instead: `let it stay ${window.months} months and ${window.releases} releases`,
		},
	];
}
