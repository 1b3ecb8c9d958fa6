/** Builds of the project or package: one for each vocabulary and set of spec roots, made again when a source has changed. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The build has failed. `orch build` has printed the reasons. */
export class BuildError extends Error {
	name = 'BuildError';

	constructor(status) {
		super('the server was not built: orch build has printed the reasons');
		this.status = status;
	}
}

/** Returns name, size and time of every file that a build depends on. */
function fingerprint(specs) {
	const lines = [];
	for (const path of [...['specs', 'runtime', 'generator', 'templates', 'bin', 'package.json'].map((folder) => join(root, folder)), ...specs]) {
		if (!existsSync(path)) continue;
		const entries = statSync(path).isDirectory() ? readdirSync(path, { recursive: true, withFileTypes: true }) : [];
		// Files that a build writes next to hook files follow from the others.
		const files = entries.filter((entry) => entry.isFile() && !/[\\/]hooks[\\/]orch([\\/]|$)/.test(entry.parentPath));
		const paths = files.length > 0 ? files.map((entry) => join(entry.parentPath, entry.name)).sort() : [path];
		for (const file of paths) {
			const { size, mtimeMs } = statSync(file);
			lines.push(`${file} ${size} ${mtimeMs}`);
		}
	}
	return lines.join('\n');
}

/**
 * Returns the folder of an up-to-date build below dist/. `before` runs ahead of a build, which takes much longer than a check of flags.
 * Throws an Error when the build fails; the findings are printed.
 */
export async function builtServer({ vocabulary, specs, before }) {
	// Each set of spec roots has its own build.
	const roots = specs.length === 0 ? '' : `-${createHash('sha256').update(specs.join('\n')).digest('hex').slice(0, 12)}`;
	const out = join(root, 'dist', `${vocabulary}${roots}`);
	const stamp = join(out, '.sources');
	const now = fingerprint(specs);
	if (existsSync(join(out, 'server.mjs')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return out;
	await before?.();
	console.error(`Building the server (${vocabulary}) into ${relative(root, out)} ...`);
	const command = ['build', '--quiet', '--vocabulary', vocabulary, '--out', out, ...specs.flatMap((folder) => ['--specs', folder])];
	const { status } = spawnSync(process.execPath, [join(root, 'bin/orch.mjs'), ...command], { stdio: ['ignore', 'inherit', 'inherit'] });
	if (status !== 0) throw new BuildError(status ?? 1);
	mkdirSync(out, { recursive: true });
	writeFileSync(stamp, now);
	return out;
}
