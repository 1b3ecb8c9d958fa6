/** Text of a comparison of admission: a table by kind of request, and one example of each sort of difference. */
import type { AdmissionCompared, Differing } from './run.ts';

/** Examples of one sort; the rest is counted. */
const linesPerSort = 8;

export function admissionReport(compared: AdmissionCompared): string {
	const sorts = [...Map.groupBy(compared.differing, sortOf)].sort(([, a], [, b]) => b.length - a.length);
	const examples = sorts.flatMap(([sort, [first, ...others]]) => (first === undefined ? [] : ['', ...told(sort, first, others.length)]));
	return [admissionTable(compared), ...examples].join('\n');
}

export function admissionTable({ statuses, differing }: AdmissionCompared): string {
	const total = [...statuses.values()].flatMap((counts) => [...counts.values()]).reduce((sum, count) => sum + count, 0);
	return [
		`${total} requests, ${differing.length} differ`,
		'',
		'| request | answers | differ |',
		'| --- | --- | --- |',
		...[...statuses].sort().map(([what, counts]) => `| ${what} | ${answers(counts)} | ${differing.filter(({ asked }) => asked.what === what).length} |`),
	].join('\n');
}

function answers(counts: ReadonlyMap<number, number>): string {
	return [...counts]
		.sort(([a], [b]) => a - b)
		.map(([status, count]) => `${count} × ${status}`)
		.join(', ');
}

/** Returns a text that similar differences share: the request, the statuses and the first differing path without indices. */
function sortOf({ asked, ours, theirs, differences }: Differing): string {
	const path = differences[0]?.path.replace(/\/\d+/g, '/N') ?? '';
	return `${asked.what}: ${ours.status} here, ${theirs.status} there, ${path}`;
}

function told(sort: string, { namespace, world, asked, differences }: Differing, others: number): string[] {
	return [
		`${1 + others} × ${sort}`,
		`  in ${namespace}: ${short({ metadata: world.metadata, objects: world.objects.slice(2) })}`,
		`  ${asked.method} ${asked.path} ${short(asked.as)} ${short(asked.body)}`,
		...differences.slice(0, linesPerSort).flatMap(({ path, ours, theirs }) => [`  ${path}`, `    here  ${short(ours)}`, `    there ${short(theirs)}`]),
	];
}

function short(value: unknown): string {
	const text = JSON.stringify(value) ?? 'absent';
	return text.length > 900 ? `${text.slice(0, 900)}...` : text;
}
