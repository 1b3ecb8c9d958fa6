/** Plays sequences on both servers at once and collects the differences, each shrunk to a minimal sequence. */
import { causesApart, type Difference, differencesOf, inWords, type Place } from './differences.ts';
import { listed } from './listed.ts';
import { type Outcome, play } from './play.ts';
import type { Server } from './servers.ts';
import { smaller } from './shrink.ts';
import type { Sequence } from './steps.ts';

export interface Finding {
	readonly sequence: Sequence;
	/** Differences of the last step. */
	readonly differences: readonly Difference[];
	readonly ours: Outcome;
	readonly theirs: Outcome;
	/** Key that similar findings share. */
	readonly sort: string;
}

export interface Compared {
	readonly findings: readonly Finding[];
	/** Number of matches of each row of the list. */
	readonly met: ReadonlyMap<string, number>;
	readonly steps: number;
	/** Number of our answers by status. */
	readonly statuses: ReadonlyMap<number, number>;
}

/** Number of concurrent sequences; more would only compete for the cores. */
const atOnce = 6;
/** Number of attempts to shrink one finding. */
const triesPerFinding = 150;

export class Comparison {
	readonly #release: string;
	readonly #ours: Server;
	readonly #theirs: Server;
	readonly #met = new Map<string, number>();
	readonly #statuses = new Map<number, number>();
	#steps = 0;
	#names = 0;

	constructor(release: string, ours: Server, theirs: Server) {
		this.#release = release;
		this.#ours = ours;
		this.#theirs = theirs;
	}

	async compare(sequences: readonly Sequence[]): Promise<Compared> {
		const bySort = new Map<string, Finding[]>();
		const queue = sequences.values();
		const worker = async (): Promise<void> => {
			for (const sequence of queue) {
				const finding = await this.#first(sequence, true);
				if (finding !== undefined) bySort.set(finding.sort, [...(bySort.get(finding.sort) ?? []), finding]);
			}
		};
		await Promise.all(Array.from({ length: atOnce }, worker));
		const findings: Finding[] = [];
		for (const same of bySort.values()) {
			const [first, ...others] = same.toSorted((a, b) => size(a) - size(b));
			if (first !== undefined) findings.push(await this.#shrunk(first), ...others);
		}
		return { findings, met: this.#met, steps: this.#steps, statuses: this.#statuses };
	}

	/** Returns the first step with a difference that is not listed. */
	async #first(sequence: Sequence, counts: boolean): Promise<Finding | undefined> {
		this.#names += 1;
		const name = `s${this.#names}-${this.#release.replace('.', '-')}`;
		const [ours, theirs] = await Promise.all([play(this.#ours, sequence, name), play(this.#theirs, sequence, name)]);
		for (const [at, step] of sequence.steps.entries()) {
			const [our, their] = [ours[at], theirs[at]];
			if (our === undefined || their === undefined) throw new Error('a step without an outcome');
			if (counts) {
				this.#steps += 1;
				this.#statuses.set(our.status, (this.#statuses.get(our.status) ?? 0) + 1);
			}
			const differences = differencesOf(our, their);
			const place: Place = { release: this.#release, sequence, at, step, ours: our, theirs: their, before: ours[at - 1]?.stored };
			const left = differences.filter((difference) => {
				const row = listed.find((each) => each.forgives(difference, place));
				if (row !== undefined && counts) this.#met.set(row.row, (this.#met.get(row.row) ?? 0) + 1);
				return row === undefined;
			});
			if (left.length > 0) {
				const steps = sequence.steps.slice(0, at + 1);
				return { sequence: { ...sequence, steps }, differences: left, ours: our, theirs: their, sort: sortOf(sequence, at, our, their, left) };
			}
			// The following steps depend on the object that differs.
			if (differences.some((difference) => difference.path.startsWith('/stored') && !listed.some((each) => each.stays && each.forgives(difference, place))))
				return undefined;
		}
		return undefined;
	}

	async #shrunk(finding: Finding): Promise<Finding> {
		let best = finding;
		let tries = 0;
		for (let found = true; found; ) {
			found = false;
			for (const candidate of smaller(best.sequence)) {
				if (tries >= triesPerFinding) return best;
				tries += 1;
				const next = await this.#first(candidate, false);
				if (next?.sort !== finding.sort) continue;
				best = next;
				found = true;
				break;
			}
		}
		return best;
	}
}

function size(finding: Finding): number {
	return JSON.stringify(finding.sequence.steps).length;
}

function sortOf({ kind, steps }: Sequence, at: number, ours: Outcome, theirs: Outcome, differences: readonly Difference[]): string {
	const { verb, subresource } = steps[at] ?? { verb: '?', subresource: '' };
	const apart = causesApart(ours, theirs);
	const blamed = [...apart.ours.map((cause) => `here ${inWords(cause)}`), ...apart.theirs.map((cause) => `there ${inWords(cause)}`)].map((text) =>
		text.slice(0, 160),
	);
	const paths = new Set(differences.map(({ path }) => path.replace(/\/\d+/g, '/#').replace(/^\/stored\/.*?(metadata|spec|status|data).*/, '/stored/$1')));
	return [
		kind.kind,
		`${verb}${subresource && ` ${subresource}`}`,
		`${ours.status} ${theirs.status}`,
		...(blamed.length > 0 ? blamed : [...paths]).sort().slice(0, 3),
	].join(' | ');
}
