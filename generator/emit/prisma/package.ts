/** Files that turn a folder into a package for reports: its manifest, its README, and the surface from which its version is derived. */
import type { EmittedFile } from '../../model.ts';
import { template } from '../../print/handlebars.ts';
import type { PublicSurface } from '../../sdk/typescript/public-surface.ts';
import type { PrismaModel } from './models.ts';

export interface ReportsFacts {
	readonly name: string;
	readonly version: string;
	/** Exact versions of the packages that its code imports, from the project's own manifest. */
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

/** Returns the public surface: programs name models and read their columns. Columns are never inputs. */
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
	/** Property of the client for the model. */
	readonly property: string;
	readonly models: readonly { readonly name: string; readonly property: string; readonly lists: string }[];
}

const readme = template<ReadmeValues>('sdk/prisma/README.md');

/** Writes the README. `own` contains the models of users' own kinds, one of which is the example if possible. */
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

/** Field of a kind's model with the relation to its labels. */
export const labelsField = 'labelPairs';

/** Returns the client property as Prisma names it. */
function propertyOf(model: string): string {
	return model.charAt(0).toLowerCase() + model.slice(1);
}
