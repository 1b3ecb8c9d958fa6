/** Files that make a folder a package for reports: the manifest, the README, and the public surface from which the version is derived. */
import type { EmittedFile } from '../../model.ts';
import { template } from '../../print/handlebars.ts';
import type { PublicSurface } from '../../sdk/typescript/public-surface.ts';
import type { PrismaModel } from './models.ts';

export interface ReportsFacts {
	readonly name: string;
	readonly version: string;
	/** Exact versions of the packages that the code imports, from the project's own manifest. */
	readonly dependencies: Readonly<Record<string, string>>;
}

export function emitReportsManifest({ name, version, dependencies }: ReportsFacts): EmittedFile {
	const manifest = {
		name,
		version,
		description: 'Typed queries over the database of a cluster API server',
		license: 'Apache-2.0',
		type: 'module',
		sideEffects: false,
		engines: { node: '>=24' },
		files: ['client', 'lib', 'index.js', 'index.d.ts', 'schema.prisma', 'README.md', 'CHANGELOG.md'],
		exports: { '.': { types: './index.d.ts', default: './index.js' }, './schema.prisma': './schema.prisma', './package.json': './package.json' },
		dependencies,
	};
	return { path: 'package.json', content: `${JSON.stringify(manifest, null, '\t')}\n` };
}

/** Returns the public surface: the models and columns that programs name. Programs only read columns. */
export function reportsSurface(models: readonly PrismaModel[]): PublicSurface {
	const exports = models.map(({ name, columns, relations }) => {
		const members = [...columns, ...relations].map(({ field, type }) => [field, `?${type}`] as const);
		return [name, { is: 'model', members: Object.fromEntries(members) }] as const;
	});
	return { '.': Object.fromEntries(exports) };
}

interface ReadmeValues {
	readonly name: string;
	readonly model: string;
	/** Client property of the model. */
	readonly property: string;
	readonly models: readonly { readonly name: string; readonly property: string; readonly lists: string }[];
}

const readme = template<ReadmeValues>('sdk/prisma/README.md');

/** Emits the README. `own`: models of users' own kinds. One of them is the example, if there is any. */
export function emitReportsReadme(name: string, models: readonly PrismaModel[], own: ReadonlySet<string>): EmittedFile {
	const kinds = models.filter(({ relations }) => relations.some(({ field }) => field === labelsField));
	const shown = kinds.find((model) => own.has(model.name)) ?? kinds[0];
	if (shown === undefined) throw new Error('a package for reports has at least one kind');
	const values = {
		name,
		model: shown.name,
		property: propertyOf(shown.name),
		models: kinds.map((model) => ({
			name: model.name,
			property: propertyOf(model.name),
			lists: model.relations
				.filter(({ field }) => field !== labelsField)
				.map(({ field }) => `\`${field}\``)
				.join(', '),
		})),
	};
	return { path: 'README.md', content: readme(values) };
}

/** Field with the labels of an object, in the model of its kind. */
export const labelsField = 'labelPairs';

/** Returns the client property that Prisma gives to a model. */
function propertyOf(model: string): string {
	return model.charAt(0).toLowerCase() + model.slice(1);
}
