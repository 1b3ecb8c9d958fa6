/** Bundle of `orch dev`'s server, cached between runs: of the specs, it depends only on the vocabulary. */
import { createHash } from 'node:crypto';
import { access, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verbFiles } from '../../emit/typescript/verbs.ts';
import { vocabulary } from '../../emit/typescript/vocabulary.ts';
import { makeFolder } from '../../make-folder.ts';
import type { Model } from '../../model.ts';
import { bundleDevServer, devServerFile } from '../bundle.ts';
import { projectRoot } from '../spec-roots.ts';

/** Number of bundles that are kept: one per vocabulary and some earlier ones, because a running server loads its bundle chunk by chunk. */
const keptBundles = 6;

/** Sources of the server. The project's version stands for its packages. */
const sourcesOfServer = ['runtime', 'package.json'];

export interface DevServerBundle {
	/** Folder of the files that `bundle.ts` names. */
	readonly folder: string;
	/** Removes the bundle, unless it is in the cache, which other runs share. */
	remove(): Promise<void>;
}

export async function devServerBundle(model: Model): Promise<DevServerBundle> {
	const files = [...(await vocabulary.emit(model)), ...(await verbFiles.emit(model))];
	const make = (out: string) => bundleDevServer({ root: projectRoot, out, files });
	const cache = join(projectRoot, 'node_modules/.cache/orch/dev');
	try {
		makeFolder(cache);
		await access(cache, 2);
	} catch {
		// The user cannot write to the project's folder, so the bundle is in a temporary folder.
		const folder = await mkdtemp(join(tmpdir(), 'orch-dev-server-'));
		await make(folder);
		return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
	}
	const folder = join(cache, await fingerprint(files.map(({ content }) => content)));
	if (await isThere(join(folder, devServerFile))) {
		const now = new Date();
		await utimes(folder, now, now);
	} else {
		const draft = await mkdtemp(join(cache, 'draft-'));
		await make(draft);
		// A concurrent run may have been faster; its bundle is the same.
		await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }));
		await removeOld(cache);
	}
	return { folder, remove: async () => {} };
}

async function isThere(path: string): Promise<boolean> {
	return access(path).then(
		() => true,
		() => false,
	);
}

/** Hashes the texts, with name, size and modification time of every source file. */
async function fingerprint(texts: readonly string[]): Promise<string> {
	const hash = createHash('sha256').update(texts.join('\0'));
	for (const name of sourcesOfServer) {
		const path = join(projectRoot, name);
		const entries = (await stat(path)).isDirectory() ? await readdir(path, { recursive: true, withFileTypes: true }) : [];
		const files = entries.length > 0 ? entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)) : [path];
		const lines = await Promise.all(
			files.sort().map(async (file) => {
				const { size, mtimeMs } = await stat(file);
				return `${file} ${size} ${mtimeMs}\n`;
			}),
		);
		hash.update(lines.join(''));
	}
	return hash.digest('hex').slice(0, 16);
}

async function removeOld(cache: string): Promise<void> {
	const found = (await readdir(cache)).map((name) => join(cache, name));
	const times = new Map(await Promise.all(found.map(async (path) => [path, (await stat(path)).mtimeMs] as const)));
	const oldest = found.sort((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0)).slice(keptBundles);
	for (const path of oldest) await rm(path, { recursive: true, force: true });
}
