/** Manifest of a client package, with the modules that it exports. */
import type { EmittedFile } from '../../model.ts';
import { modulesOf } from './modules.ts';
import { modulePath, type Surface } from './surface.ts';
import { validationSubpath } from './validation.ts';

export interface PackageFacts {
	readonly name: string;
	readonly version: string;
	/** Exact versions of the packages that the code imports, from the project's own manifest. */
	readonly dependencies: Readonly<Record<string, string>>;
	/** Exact versions of packages whose types some modules name. Programs that import such a module install them. */
	readonly peers: Readonly<Record<string, string>>;
	/** Module paths without their extension, by the subpath that programs import. */
	readonly entries: Readonly<Record<string, string>>;
}

/** Returns module paths without their extension, by the subpath that programs import. */
export function packageEntries(hand: Readonly<Record<string, string>>, surface: Surface): Readonly<Record<string, string>> {
	const withKinds = new Set(surface.kinds.map(({ module }) => modulePath(module)));
	const modules = modulesOf(surface).flatMap((module) => {
		const [subpath, path] = [`./${module.package}/${module.version}`, modulePath(module)];
		const own = [[subpath, path]] as const;
		return withKinds.has(path) ? [...own, [`${subpath}/${validationSubpath}`, `${path}.validation`] as const] : own;
	});
	return { ...hand, ...Object.fromEntries(modules) };
}

export function emitManifest({ name, version, dependencies, peers, entries }: PackageFacts): EmittedFile {
	const manifest = {
		name,
		version,
		description: 'A typed client of a cluster API',
		license: 'Apache-2.0',
		type: 'module',
		sideEffects: false,
		engines: { node: '>=22' },
		files: ['api', 'lib', 'README.md', 'CHANGELOG.md'],
		exports: {
			...Object.fromEntries(Object.entries(entries).map(([subpath, path]) => [subpath, { types: `./${path}.d.ts`, default: `./${path}.js` }])),
			'./package.json': './package.json',
		},
		...(Object.keys(dependencies).length > 0 && { dependencies }),
		peerDependencies: Object.fromEntries(Object.entries(peers).map(([peer, at]) => [peer, `^${at}`])),
		peerDependenciesMeta: Object.fromEntries(Object.keys(peers).map((peer) => [peer, { optional: true }])),
	};
	return { path: 'package.json', content: `${JSON.stringify(manifest, null, '\t')}\n` };
}
