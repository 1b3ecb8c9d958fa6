/** What makes a folder a package: its manifest and its README. */
import type { EmittedFile } from '../../model.ts';
import { modulesOf } from './modules.ts';
import { modulePath, type Surface } from './surface.ts';
import { validationSubpath } from './validation.ts';

export interface PackageFacts {
	readonly name: string;
	readonly version: string;
	/** Exact versions of what its code imports, from the project's own manifest. */
	readonly dependencies: Readonly<Record<string, string>>;
	/** What programs import of the hand-written part, by subpath: `.`, without extension. */
	readonly entries: Readonly<Record<string, string>>;
}

export function emitManifest({ name, version, dependencies, entries }: PackageFacts, surface: Surface): EmittedFile {
	const exported = (path: string) => ({ types: `./${path}.d.ts`, default: `./${path}.js` });
	const withKinds = new Set(surface.kinds.map(({ module }) => modulePath(module)));
	const modules = modulesOf(surface).flatMap((module) => {
		const [subpath, path] = [`./${module.package}/${module.version}`, modulePath(module)];
		const own = [[subpath, exported(path)]] as const;
		return withKinds.has(path) ? [...own, [`${subpath}/${validationSubpath}`, exported(`${path}.validation`)] as const] : own;
	});
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
			...Object.fromEntries(Object.entries(entries).map(([subpath, path]) => [subpath, exported(path)])),
			...Object.fromEntries(modules),
			'./package.json': './package.json',
		},
		...(Object.keys(dependencies).length > 0 && { dependencies }),
	};
	return { path: 'package.json', content: `${JSON.stringify(manifest, null, '\t')}\n` };
}
