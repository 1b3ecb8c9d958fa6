/** Compares with one release: starts both servers, generates and sends sequences, and describes the findings. */
import fc from 'fast-check';
import { type Compared, Comparison, type Finding } from './compare.ts';
import { causesApart, inWords } from './differences.ts';
import { startOrch, startPeer } from './servers.ts';
import { spoiledSequences, updateSequences } from './spoiled/sequences.ts';
import { sequences } from './steps.ts';

export interface Wanted {
	readonly release: string;
	/** Output of `orch build` with the spec root of this folder. */
	readonly built: string;
	/** Folder with etcd and `kube-apiserver-RELEASE`. */
	readonly peers: string;
	readonly runs: number;
	readonly seed: number;
	/** Kinds to compare; all when absent. */
	readonly kinds?: readonly string[];
	/** True to create invalid objects of every kind instead of sequences of a few kinds. */
	readonly spoiled?: boolean;
	/** True to update objects of every kind instead. */
	readonly updated?: boolean;
}

export async function compareRelease({ release, built, peers, runs, seed, kinds, spoiled = false, updated = false }: Wanted): Promise<Compared> {
	const theirs = await startPeer(peers, release);
	try {
		const ours = await startOrch(built, release);
		try {
			const everyKind = spoiled ? spoiledSequences : updated ? updateSequences : undefined;
			const made = everyKind ? await everyKind(release, runs, seed, kinds) : fc.sample(sequences(kinds), { numRuns: runs, seed });
			return await new Comparison(release, ours, theirs).compare(made);
		} finally {
			await ours.stop();
		}
	} finally {
		await theirs.stop();
	}
}

export function report(compared: Compared): string {
	const sorts = [...Map.groupBy(compared.findings, ({ sort }) => sort)].sort(([, a], [, b]) => b.length - a.length);
	const examples = sorts.map(([sort, [first, ...others]]) => `\n${1 + others.length} × ${sort}\n${first === undefined ? '' : told(first)}`);
	return [table(compared), ...examples].join('\n');
}

export function table({ findings, met, steps, statuses }: Compared): string {
	return [
		`${steps} steps, ${findings.length} sequences differ`,
		'',
		'| answers or listed difference | steps |',
		'| --- | --- |',
		...[...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `| ${status} | ${count} |`),
		...[...met].sort().map(([row, count]) => `| ${row.replaceAll('|', '\\|')} | ${count} |`),
	].join('\n');
}

function told({ sequence, differences, ours, theirs }: Finding): string {
	const apart = causesApart(ours, theirs);
	const messages = [ours, theirs].map(({ answer }) => (answer as { message?: string } | null)?.message);
	return [
		...sequence.steps.map((step, at) => `  ${at + 1}. ${JSON.stringify(step)}`),
		...(messages.some((message) => message !== undefined) ? [`  here says  ${short(messages[0])}`, `  there says ${short(messages[1])}`] : []),
		...apart.ours.map((cause) => `  only here  ${short(inWords(cause))}`),
		...apart.theirs.map((cause) => `  only there ${short(inWords(cause))}`),
		...differences
			.filter(({ path }) => path !== '/answer/message' && !path.startsWith('/answer/details/causes'))
			.slice(0, 8)
			.map(({ path, ours, theirs }) => `  ${path}\n    here  ${short(ours)}\n    there ${short(theirs)}`),
	].join('\n');
}

function short(value: unknown): string {
	const text = JSON.stringify(value) ?? 'absent';
	return text.length > 600 ? `${text.slice(0, 600)}...` : text;
}
