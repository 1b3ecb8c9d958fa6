/** The layers of DESIGN section 2 hold: imports point in one direction and form no cycles. */
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf, sources, textOf } from './project.ts';

/**
 * Layers from left to right. A folder may import itself and all layers to its left, but no other folder of its own layer (DESIGN section
 * 2).
 */
const layers: readonly (readonly string[])[] = [
	['http2', 'yaml'],
	['model'],
	['node', 'scheduling'],
	['scalars', 'wire'],
	['schema'],
	['documents'],
	['api'],
	['telemetry'],
	['codec', 'select', 'patch', 'apply'],
	['storage'],
	['watch'],
	['remote'],
	['auth', 'admission', 'flowcontrol'],
	['serving'],
	['verbs', 'kinds', 'custom', 'aggregation'],
	['large', 'migration'],
	['filters'],
	['http', 'trpc'],
	['controllers'],
	['server.ts', 'server'],
	['prestart.ts', 'server-bundle.ts', 'maintenance.ts'],
	['main.ts', 'large-thread.ts', 'dev.ts', 'dev-watchdog.ts', 'command-line.ts', 'testing.ts', 'envtest'],
];

/** Parts of the runtime that the generator may import. */
const open: readonly string[] = ['model', 'scalars', 'wire', 'schema', 'documents'];

/** Exceptions for code that inspects objects: it reads and converts them as the server does, and calls a server as clients do. */
const ofStored: readonly { readonly from: RegExp; readonly to: RegExp }[] = [
	{ from: /^generator\/(stored|objects)\//, to: /^runtime\/(serving|api)\// },
	{ from: /^generator\/command\/objects\//, to: /^(runtime\/(storage|api)|sdk\/typescript\/(client|node))\// },
];

function isOfStored({ from, to }: { readonly from: string; readonly to: string }): boolean {
	return ofStored.some((allowed) => allowed.from.test(from) && allowed.to.test(to));
}

/** Reports whether an admission plugin imports what it decides about: kinds (DESIGN section 2). */
function isOfPlugin({ from, to }: { readonly from: string; readonly to: string }): boolean {
	return from.startsWith('runtime/admission/plugins/') && to.startsWith('runtime/kinds/');
}

const runtimeImports = sources('runtime').flatMap(importsOf);
const generatorImports = sources('generator').flatMap(importsOf);
const sdkImports = sources('sdk').flatMap(importsOf);
const all = [...runtimeImports, ...generatorImports, ...sdkImports];

function folderOf(path: string): string {
	return path.split('/')[1] ?? '';
}

function layerOf(path: string): number {
	return layers.findIndex((layer) => layer.includes(folderOf(path)));
}

/** Reports whether a file belongs to the composition root, which counts as one part. */
function isRoot(path: string): boolean {
	return layerOf(path) >= layers.length - 3;
}

describe('structure', () => {
	it('finds imports to check', () => {
		expect(all.length).toBeGreaterThan(100);
	});

	it('every folder of the runtime has its layer', () => {
		expect(sources('runtime').filter((file) => layerOf(file) < 0)).toEqual([]);
	});

	it('runtime imports point to the left', () => {
		const wrong = runtimeImports
			.filter(({ to }) => to.startsWith('runtime/'))
			.filter((each) => !isOfPlugin(each))
			.filter(({ from, to }) => layerOf(to) > layerOf(from) || (layerOf(to) === layerOf(from) && folderOf(to) !== folderOf(from) && !isRoot(from)))
			.map(({ from, to }) => `${from} -> ${to}`);
		expect(wrong).toEqual([]);
	});

	it('only the composition root imports generated code, but for its vocabulary and types', () => {
		const wrong = runtimeImports
			.filter(({ to }) => to.startsWith('generated/') && to !== 'generated/vocabulary.ts')
			.filter(
				({ from, typeOnly }) =>
					!typeOnly &&
					![
						'runtime/server.ts',
						'runtime/server/start-stack.ts',
						'runtime/large-thread.ts',
						'runtime/main.ts',
						'runtime/testing.ts',
						'runtime/server-bundle.ts',
					].includes(from),
			)
			.map(({ from, to }) => `${from} -> ${to}`);
		expect(wrong).toEqual([]);
	});

	it('the generator imports from the runtime only descriptions of types and metadata', () => {
		const wrong = generatorImports
			.filter(({ to }) => to.startsWith('runtime/') && !open.includes(folderOf(to)) && !to.startsWith('runtime/verbs/metadata/'))
			.filter((each) => !isOfStored(each))
			.map(({ from, to }) => `${from} -> ${to}`);
		expect(wrong).toEqual([]);
	});

	it('client packages import from the server only descriptions of types and metadata, and the vocabulary', () => {
		const taken = ['model', 'scalars', 'wire', 'schema'];
		const wrong = sdkImports
			.filter(({ to }) => !to.startsWith('sdk/') && to !== 'generated/vocabulary.ts')
			// This module is no client package: it starts servers.
			.filter(({ from, to }) => !(from === 'sdk/testing/index.ts' && to === 'bin/built-server.mjs'))
			.filter(({ to }) => !to.startsWith('runtime/verbs/metadata/') && (!to.startsWith('runtime/') || !taken.includes(folderOf(to))))
			.map(({ from, to }) => `${from} -> ${to}`);
		expect(wrong).toEqual([]);
		const others = [...runtimeImports, ...generatorImports]
			.filter((each) => each.to.startsWith('sdk/') && !isOfStored(each))
			.map(({ from, to }) => `${from} -> ${to}`);
		expect(others).toEqual([]);
	});

	it('the parts of the contexts of verbs import no verb', () => {
		const bottom = ['runtime/verbs/ownership/', 'runtime/verbs/metadata/', 'runtime/verbs/context/'];
		const wrong = runtimeImports
			.filter(
				({ from, to }) =>
					bottom.some((folder) => from.startsWith(folder)) && to.startsWith('runtime/verbs/') && !bottom.some((folder) => to.startsWith(folder)),
			)
			.map(({ from, to }) => `${from} -> ${to}`);
		expect(wrong).toEqual([]);
	});

	it('lazily loaded code shares no module with the start', () => {
		for (const file of ['runtime/http/websocket/frames.ts', 'runtime/storage/encryption/ciphers/secretbox.ts', 'runtime/storage/encryption/kms/plugin.ts']) {
			const shared = importsOf(file).filter(({ to, typeOnly }) => !typeOnly && runtimeImports.some((other) => other.to === to && other.from !== file));
			expect(shared).toEqual([]);
			const users = sources('runtime').filter((user) => textOf(user).includes(`/${basename(file)}'`));
			const isLater = (text: string): boolean => /\bimport\('|^import type/.test(text);
			const lines = users.flatMap((user) =>
				textOf(user)
					.split('\n')
					.filter((line) => line.includes(`/${basename(file)}'`)),
			);
			expect(lines.length).toBeGreaterThan(0);
			expect(lines.filter((line) => !isLater(line))).toEqual([]);
		}
	});

	it('no module imports a value from modules that load Node’s fetch', () => {
		const values = sources('runtime').filter((file) => /^(import|export) (?!type\b)[^;]*'node:https?';/m.test(textOf(file)));
		expect(values).toEqual([]);
	});

	it('has no import cycles', () => {
		const graph = new Map<string, string[]>();
		for (const { from, to } of all) graph.set(from, [...(graph.get(from) ?? []), to]);
		const done = new Set<string>();
		const cycles: string[] = [];
		const visit = (file: string, trail: readonly string[]): void => {
			const at = trail.indexOf(file);
			if (at >= 0) {
				cycles.push([...trail.slice(at), file].join(' -> '));
				return;
			}
			if (done.has(file)) return;
			for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
			done.add(file);
		};
		for (const file of graph.keys()) visit(file, []);
		expect(cycles).toEqual([]);
	});

	it('no file is called util, utils, helper, helpers, common or misc', () => {
		const files = [...sources('runtime'), ...sources('generator'), ...sources('sdk'), ...sources('test'), ...sources('bench')];
		expect(files.filter((file) => /(^|\/)(utils?|helpers?|common|misc)(\/|\.)/.test(file))).toEqual([]);
	});

	it('no product name is outside the vocabulary', () => {
		const name = /orch\.io|x-orch-|vnd\.orch|orch-(system|public|node-lease)|k8s\.io|kubernetes\.io|x-kubernetes-|vnd\.kubernetes|kube-(system|public)/;
		const wrong = [...sources('runtime'), ...sources('generator'), ...sources('sdk')].flatMap((file) =>
			textOf(file)
				.split('\n')
				.flatMap((line, index) => (name.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
		);
		// Import and export handle Kubernetes' documents, so they must know their form.
		expect(wrong.filter((line) => !/^generator\/(import|export)\//.test(line))).toEqual([]);
	});
});
