/**
 * Client that is the only writer of its objects and so knows their state: it creates, replaces, patches and deletes them in either version.
 */
import type { Loose } from '../../setup/loose.ts';
import type { Asked } from './client.ts';
import { contentOf } from './history.ts';
import type { Question } from './judge.ts';
import type { Random } from './random.ts';
import { pathOf, type SwapRun } from './run.ts';
import { type Variant, type Version, versions } from './variant.ts';

const objects = 4;
const merge = { 'content-type': 'application/merge-patch+json' };

export async function writer(run: SwapRun, prefix: string, random: Random): Promise<void> {
	for (let count = 1; run.running && run.failures.length === 0; count++) {
		const name = `${prefix}-${random.below(objects)}`;
		await write(run, name, count, random);
		run.writes++;
	}
}

function write(run: SwapRun, name: string, count: number, random: Random): Promise<void> {
	const known = run.history.present(name);
	const version = random.of(versions);
	if (known === undefined) return replace(run, name, count, version, random, undefined);
	const before = JSON.parse(known) as Loose;
	switch (random.below(12)) {
		case 0:
			return remove(run, name, version);
		case 1:
		case 2:
			return patchStatus(run, name, count, version, before);
		case 3:
		case 4:
			return patchScale(run, name, count, version, before);
		case 5:
		case 6:
		case 7:
			return patch(run, name, count, version, random, before);
		default:
			return replace(run, name, count, version, random, before);
	}
}

async function replace(run: SwapRun, name: string, count: number, version: Version, random: Random, before: Loose | undefined): Promise<void> {
	const labels = labelsOf(count);
	const colour = `c${count}`;
	const said = { team: `team-${random.below(3)}`, size: count, weight: random.of([1, 5, 9]) };
	const spec = { ...(version === 'v1' ? { look: { colour } } : { colour }), ...said, note: `n${count}`, filler: 'x'.repeat(random.below(500)) };
	const leaves = ({ defaultShape = '', mark = '', hasStatus }: Variant): string[] => [
		asContent({ colour, ...said, shape: defaultShape, mark, filler: spec.filler.length, phase: hasStatus ? (before?.phase ?? '') : '', labels }),
	];
	const body = { metadata: { name, labels }, spec };
	const asked = before === undefined ? { method: 'POST', path: pathOf(version) } : { method: 'PUT', path: `${pathOf(version)}/${name}` };
	await send(
		run,
		name,
		{ ...asked, body },
		{ version, usual: [before === undefined ? 201 : 200], weight: said.weight, storedWeight: before?.weight, leaves },
		random,
	);
}

async function patch(run: SwapRun, name: string, count: number, version: Version, random: Random, before: Loose): Promise<void> {
	const labels = labelsOf(count);
	const weight = random.of([1, 5, 9]);
	const body = { metadata: { labels }, spec: { size: count, weight } };
	const leaves = (variant: Variant): string[] => [asContent({ ...kept(before, variant), labels, size: count, weight })];
	await send(
		run,
		name,
		{ method: 'PATCH', path: `${pathOf(version)}/${name}`, body, headers: merge },
		{ version, usual: [200], weight, storedWeight: before.weight, leaves },
		random,
	);
}

async function patchStatus(run: SwapRun, name: string, count: number, version: Version, before: Loose): Promise<void> {
	const phase = `p${count}`;
	// Hooks may or may not run on a write of the status.
	const leaves = (variant: Variant): string[] => [
		asContent({ ...kept(before, variant), phase }),
		asContent({ ...kept(before, variant), mark: before.mark, phase }),
	];
	const asked: Asked = { method: 'PATCH', path: `${pathOf(version)}/${name}/status`, body: { status: { phase } }, headers: merge };
	await send(run, name, asked, { version, subresource: 'status', usual: [200], weight: before.weight, leaves });
}

async function patchScale(run: SwapRun, name: string, count: number, version: Version, before: Loose): Promise<void> {
	const asked: Asked = { method: 'PATCH', path: `${pathOf(version)}/${name}/scale`, body: { spec: { replicas: count } }, headers: merge };
	const found = await run.ask(asked, { version, subresource: 'scale', usual: [200], weight: before.weight });
	if (found?.answer.status !== 200) return;
	const scale = JSON.parse(found.answer.body.toString()) as Loose;
	if (scale.spec.replicas !== count) run.failures.push(`a scale of ${count} answered ${JSON.stringify(scale)}`);
	// A scale does not show the rest of the object, which no other client changes. The object is read once the kind is served again.
	const revision = Number(scale.metadata.resourceVersion);
	let read = await run.client.ask({ method: 'GET', path: `${pathOf('v1')}/${name}` });
	while (read.status === 404) {
		await run.nextSwap();
		read = await run.client.ask({ method: 'GET', path: `${pathOf('v1')}/${name}` });
	}
	if (read.status !== 200) {
		run.failures.push(`${name}, which was scaled, cannot be read: ${read.status} ${read.body}`);
		return;
	}
	const now = contentOf(JSON.parse(read.body.toString()) as Loose);
	const possible = found.variants.map((variant) => asContent({ ...kept(before, variant), size: count }));
	if (!possible.includes(now)) run.failures.push(`a scale of ${name} left ${now} instead of ${possible.join(' or ')}`);
	run.history.wrote(name, revision, now);
}

async function remove(run: SwapRun, name: string, version: Version): Promise<void> {
	const found = await run.ask({ method: 'DELETE', path: `${pathOf(version)}/${name}` }, { version, usual: [200] });
	if (found?.answer.status === 200) run.history.deleted(name);
}

async function send(run: SwapRun, name: string, asked: Asked, question: Question, random?: Random): Promise<void> {
	const inHalves = random?.once(2) ? { halfway: () => run.anyTime() } : {};
	const found = await run.ask({ ...asked, ...inHalves }, question);
	if (found === undefined || found.answer.status >= 300) return;
	const object = JSON.parse(found.answer.body.toString()) as Loose;
	run.history.wrote(name, Number(object.metadata.resourceVersion), contentOf(object));
}

function labelsOf(count: number): Readonly<Record<string, string>> {
	return { count: String(count), odd: count % 2 === 0 ? 'no' : 'yes' };
}

/** Returns the object as any update leaves it: with defaults filled in and marked by the hook. */
function kept(before: Loose, { defaultShape = '', mark = before.mark }: Variant): Loose {
	return { ...before, shape: before.shape || defaultShape, mark };
}

/** Serializes in the order of `contentOf`. */
function asContent({ colour, team, shape, mark, filler, size, weight, phase, labels }: Loose): string {
	return JSON.stringify({ colour, team, shape, mark, filler, size, weight, phase, labels });
}
