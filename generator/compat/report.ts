/** Report of changes, as text and JSON. */

import { type Change, nameOf, type PlacedChange } from './change.ts';
import { type Comparison, isBroken } from './compare.ts';

const apiBumps: readonly Change['api'][] = ['none', 'release', 'version'];
const sdkBumps: readonly Change['sdk'][] = ['none', 'patch', 'minor', 'major'];

interface Summary {
	readonly changes: number;
	/** Number of broken rules that are not accepted. */
	readonly breaking: number;
	readonly accepted: number;
	/** Highest need of any change. */
	readonly api: Change['api'];
	readonly sdk: Change['sdk'];
}

function summaryOf(changes: readonly PlacedChange[]): Summary {
	return {
		changes: changes.length,
		breaking: changes.filter(isBroken).length,
		accepted: changes.filter(({ accepted }) => accepted !== undefined).length,
		// An accepted change needs only a release.
		api: apiBumps[Math.max(0, ...changes.map((change) => apiBumps.indexOf(change.accepted === undefined ? change.api : 'release')))] ?? 'none',
		sdk: sdkBumps[Math.max(0, ...changes.map(({ sdk }) => sdkBumps.indexOf(sdk)))] ?? 'none',
	};
}

/** Returns the output of `orch diff --json`. Its form is stable: fields may be added, not removed or changed. */
export function jsonReport({ roots }: Comparison, nameOfRoot: (root: string) => string): object {
	const all = roots.flatMap(({ changes }) => changes);
	return {
		roots: roots.map(({ root, before, changes }) => ({
			root: nameOfRoot(root) || '.',
			lock: before?.file.file ?? null,
			changes: changes.map(({ path: _, position, ...change }) => ({ name: nameOf(change), ...change, ...(position === undefined ? {} : { position }) })),
		})),
		summary: summaryOf(all),
	};
}

export function textReport({ roots }: Comparison, nameOfRoot: (root: string) => string): string {
	const unlocked = roots.filter(({ before }) => before === undefined).map(({ root }) => `${nameOfRoot(root) || '.'} has no lock yet (orch lock writes it)`);
	const changes = roots.flatMap((root) => root.changes);
	if (changes.length === 0) return [...unlocked, ...(unlocked.length === roots.length ? [] : ['nothing has changed'])].join('\n');
	const rank = (change: PlacedChange): number => (isBroken(change) ? 0 : change.accepted !== undefined ? 1 : change.breaking ? 2 : 3);
	const sorted = changes.toSorted((a, b) => rank(a) - rank(b));
	return [...unlocked, ...sorted.map(changeText), summaryText(summaryOf(changes))].join('\n');
}

function changeText(change: PlacedChange): string {
	const { position, where, message, from, to, instead, accepted, example } = change;
	const place = position === undefined ? '' : `${position.file}:${position.line}:${position.column}: `;
	const lines = [`${place}${levelOf(change)}: ${where} ${message}`];
	const told = (value: string | undefined): value is string => value !== undefined && !message.includes(value);
	if (told(from) || told(to)) lines.push([...(told(from) ? [`was ${from}`] : []), ...(told(to) ? [`is ${to}`] : [])].join(', '));
	if (example !== undefined) lines.push(`refuses ${example}`);
	if (accepted !== undefined) lines.push(`accepted: ${accepted}`);
	else if (isBroken(change)) {
		if (instead !== undefined) lines.push(`instead: ${instead}`);
		lines.push(`or accept it: "${nameOf(change)}"`);
	}
	return lines.join('\n    ');
}

function levelOf(change: PlacedChange): string {
	if (change.rule !== undefined) return `${change.accepted === undefined ? 'breaks' : 'accepted, breaks'} rule ${change.rule}`;
	return change.breaking ? `${change.sort}, in parts without a lock` : change.sort;
}

function summaryText({ changes, breaking, accepted, api, sdk }: Summary): string {
	const apis = { none: 'the API is unchanged', release: 'the API can change so with the next release', version: 'the API needs a new version for that' };
	const packages = sdk === 'none' ? 'client packages stay as they are' : `client packages need a ${sdk} version`;
	const counts = [`${changes} ${changes === 1 ? 'change' : 'changes'}`, `${breaking} breaking`, ...(accepted > 0 ? [`${accepted} accepted`] : [])];
	return `${counts.join(', ')}: ${apis[api]}, ${packages}`;
}
