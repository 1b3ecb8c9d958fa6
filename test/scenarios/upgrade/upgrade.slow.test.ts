/**
 * Tests upgrades and rollbacks of a data directory. Each release stores objects; the next release reads them, and the earlier one shows them
 * unchanged afterwards. Each release also rewrites them, so that their stored form changes.
 */
import { rmSync } from 'node:fs';
import { afterAll, describe, expect, inject, it } from 'vitest';
import type { Loose } from '../../setup/loose.ts';
import { type ServerProcess, startServer } from '../../setup/server.ts';
import { catalog, objectsOf, type ReleaseObject } from './objects-of-release.ts';

/** Plugins that examples would trip over, such as an example of a quota or of a webhook without a server. */
const withoutPlugins = 'ValidatingAdmissionWebhook,MutatingAdmissionWebhook,ResourceQuota,LimitRanger,ServiceAccount,Priority';
let server: ServerProcess | undefined;
let dataDir = '';
let running = '';

interface Kept {
	readonly of: ReleaseObject;
	readonly path: string;
	/** The object without its resourceVersion, as the release shows it. */
	readonly shown: string;
}

/** Starts a server of the release, unless it runs. */
async function start(release: string): Promise<ServerProcess> {
	if (server !== undefined && running === release) return server;
	await server?.stop();
	running = release;
	const flags = ['--emulated-version', release, '--runtime-config', 'api/all=true', '--controllers', 'storage-version-migrator'];
	server = await startServer(inject('built').kubernetes, {
		...(dataDir && { dataDir }),
		flags: [...flags, '--disable-admission-plugins', withoutPlugins, '--allow-privileged'],
	});
	dataDir = server.dataDir;
	return server;
}

async function rewritten({ call }: ServerProcess): Promise<void> {
	const left = async (): Promise<number> =>
		((await call('GET', '/storage/versions')).json() as Loose).kinds.reduce((sum: number, kind: Loose) => sum + kind.left - (kind.staying?.objects ?? 0), 0);
	await expect.poll(left, { timeout: 30_000 }).toBe(0);
}

/** Kinds whose conditions the server itself writes. */
const withOwnConditions: ReadonlySet<string> = new Set(['APIService', 'CustomResourceDefinition', 'FlowSchema']);

function shownOf(object: Loose): string {
	const { resourceVersion: _, managedFields: __, ...metadata } = object.metadata;
	const { status, ...rest } = object;
	return JSON.stringify({ ...rest, ...(withOwnConditions.has(object.kind) ? {} : { status }), metadata });
}

async function create(
	{ call }: ServerProcess,
	objects: readonly ReleaseObject[],
): Promise<{ readonly kept: readonly Kept[]; readonly refused: readonly string[] }> {
	const kept: Kept[] = [];
	const refused: string[] = [];
	for (const of of objects) {
		const answer = await call('POST', of.collection, of.body);
		const made = answer.json() as Loose;
		if (answer.status === 201) kept.push({ of, path: `${of.collection}/${made.metadata.name}`, shown: shownOf(made) });
		else if (made.reason !== 'AlreadyExists') refused.push(`${of.body.apiVersion} ${of.kind}: ${made.message}`);
	}
	return { kept, refused };
}

/** Returns the objects that the release does not show as they were. */
async function changed({ call }: ServerProcess, kept: readonly Kept[]): Promise<readonly string[]> {
	const answers = await Promise.all(kept.map(async ({ path }) => await call('GET', path)));
	return answers.flatMap((answer, index) => {
		const { path, shown } = kept[index] as Kept;
		if (answer.status !== 200) return [`${path}: ${answer.status}`];
		const now = shownOf(answer.json() as Loose);
		return now === shown ? [] : [`${path}:\n${shown}\n${now}`];
	});
}

/** Returns the objects that no version of the next release shows. */
async function unread({ call }: ServerProcess, release: string, kept: readonly Kept[]): Promise<readonly string[]> {
	const collections = new Map(objectsOf(release, '').map(({ storageName, collection }) => [storageName, collection]));
	const answers = await Promise.all(
		kept.map(async ({ of, path }) => {
			const collection = collections.get(of.storageName);
			if (collection === undefined) return [];
			const { status } = await call('GET', `${collection}/${path.split('/').at(-1)}`);
			return status === 200 ? [] : [`${collection} of ${path}: ${status}`];
		}),
	);
	return answers.flat();
}

afterAll(async () => {
	await server?.stop();
	rmSync(dataDir, { recursive: true, force: true });
});

describe('a data directory', () => {
	const pairs = catalog.releases.flatMap((release, index) => {
		const next = catalog.releases[index + 1];
		return next === undefined ? [] : [[release, next] as const];
	});

	let kept: readonly Kept[] = [];
	const fill = async (release: string): Promise<void> => {
		const made = await create(await start(release), objectsOf(release, release.replace('.', '-')));
		expect(made.refused).toEqual([]);
		expect(made.kept.length).toBeGreaterThan(40);
		kept = made.kept;
	};

	it.each(pairs)('of %s opens under %s and back, and loses nothing', async (release, next) => {
		if (kept.length === 0) await fill(release);
		const earlier = kept;
		await rewritten(await start(next));
		expect(await unread(await start(next), next, earlier)).toEqual([]);
		await fill(next);
		await rewritten(await start(release));
		expect(await changed(await start(release), earlier)).toEqual([]);
		await rewritten(await start(next));
		expect(await changed(await start(next), kept)).toEqual([]);
	});

	it('of the newest release opens under the oldest and back, and loses nothing', async () => {
		const [oldest = ''] = catalog.releases;
		const newest = catalog.releases.at(-1) ?? '';
		await rewritten(await start(oldest));
		expect(await unread(await start(oldest), oldest, kept)).toEqual([]);
		await rewritten(await start(newest));
		expect(await changed(await start(newest), kept)).toEqual([]);
	});
});
