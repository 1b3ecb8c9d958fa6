#!/usr/bin/env node
// Starts the command line under the pinned Node, whatever Node runs this file. Plain JavaScript, so that an old Node can read it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const neededMajor = 24;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);

/** Returns the pinned binary of this platform, or the running Node if it is new enough. */
function findNode() {
	const windows = process.platform === 'win32';
	const platform = windows ? 'win' : process.platform;
	try {
		const folder = dirname(require.resolve(`node-${platform}-${process.arch}/package.json`));
		const binary = join(folder, 'bin', windows ? 'node.exe' : 'node');
		if (existsSync(binary)) return binary;
	} catch {
		// This platform has no pinned binary; its own Node may be new enough.
	}
	return Number(process.versions.node.split('.')[0]) >= neededMajor ? process.execPath : undefined;
}

/** An installed package has the compiled command line; a checkout has its sources. */
const compiled = join(root, 'generator/command/main.mjs');
const isCompiled = existsSync(compiled);

/** Node reads TypeScript, but not below node_modules, where this file is when another project depends on orch. */
function loaderFlags() {
	return !isCompiled && root.includes(`${sep}node_modules${sep}`) ? ['--import', pathToFileURL(require.resolve('tsx')).href] : [];
}

function isInstalled() {
	try {
		return require.resolve(isCompiled ? 'esbuild' : 'commander') !== undefined;
	} catch {
		return false;
	}
}

const node = findNode();
if (node === undefined) {
	const bring = isCompiled ? '' : `run npm ci in ${root}, which brings one for Linux and Windows, or `;
	console.error(`error: orch needs Node ${neededMajor}, and this is Node ${process.versions.node}: ${bring}install Node ${neededMajor}`);
	process.exit(1);
}
if (!isInstalled()) {
	console.error(`error: the packages of orch are not installed: run npm ${isCompiled ? 'install again where orch is a dependency' : `ci in ${root}`}`);
	process.exit(1);
}

// The child sees the end of this process by its IPC channel, even after SIGKILL.
const child = spawn(node, [...loaderFlags(), isCompiled ? compiled : join(root, 'generator/command/main.ts'), ...process.argv.slice(2)], {
	stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
	console.error(`error: cannot start ${node}: ${error.message}`);
	process.exit(1);
});
child.on('exit', (code, signal) => {
	// A signal that ends the child ends this process the same way, so that the caller sees it.
	process.exit(signal === null ? code : 128 + ({ SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }[signal] ?? 0));
});
