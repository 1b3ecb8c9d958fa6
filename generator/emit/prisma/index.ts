/**
 * Prisma schemas with a model per kind, and their SQL views, for SQLite and PostgreSQL.
 *
 * The views read the table `objects`, whose rows have objects as JSON text. A changed kind changes views but no table. A server creates the
 * views at its start and keeps them while it runs, so they cover only the top level of objects. `reports.ts` covers more.
 */
import { speakAll } from '../../../runtime/model/vocabulary.ts';
import type { EmittedFile, Emitter, Model } from '../../model.ts';
import { descriptionOf } from '../../model.ts';
import { template } from '../../print/handlebars.ts';
import { prismaPreamble, sqlPreamble } from '../../print/preamble.ts';
import { inDefaultWords } from '../typescript/type-modules.ts';
import { dialects, type Provider } from './dialects.ts';
import { fieldsOf } from './fields.ts';
import { kindModel, type ModelsFacts, namedKinds, type PrismaModel } from './models.ts';

const schemaTemplate = template<{ preamble: string; provider: Provider; models: readonly PrismaModel[] }>('prisma/schema.prisma');
const viewsTemplate = template<{ preamble: string; models: readonly (PrismaModel & { readonly select: string })[] }>('prisma/views.sql');

export const prisma: Emitter = {
	name: 'prisma',
	emit: (model) => (['sqlite', 'postgresql'] as const).flatMap((provider) => filesFor(model, provider)),
};

function filesFor(model: Model, provider: Provider): readonly EmittedFile[] {
	const facts = factsOf(model);
	const models = namedKinds(facts).map((named) => {
		const places = fieldsOf(facts.catalog.type(named.storage.type), facts.catalog).columns;
		const topLevel = places.filter(({ steps }) => steps.length === 1);
		return kindModel(named, topLevel, new Set(), facts, dialects[provider]);
	});
	return [
		{ path: `prisma/${provider}/schema.prisma`, content: schemaText(provider, models) },
		{
			path: `prisma/${provider}/views.sql`,
			content: viewsTemplate({ preamble: sqlPreamble.trim(), models: models.map((each) => ({ ...each, select: selectOf(each) })) }),
		},
	];
}

export function schemaText(provider: Provider, models: readonly PrismaModel[]): string {
	return schemaTemplate({ preamble: prismaPreamble.trim(), provider, models });
}

/** Returns the SELECT statement of a model's view. */
export function selectOf({ columns, source }: PrismaModel): string {
	return `SELECT\n${columns.map(({ expression, column }) => `  ${expression} AS "${column}"`).join(',\n')}\nFROM ${source}`;
}

export function factsOf(model: Model): ModelsFacts {
	const { catalog, docs, kindDocs, vocabularies } = model;
	const [words] = vocabularies;
	// A kind's name may be the name of the model, or a name in the words of the vocabulary.
	const spokenDocs = words === undefined ? kindDocs : speakAll(kindDocs, words);
	const oneLine = (text: string | undefined): string | undefined => (text ? inDefaultWords(text, model).trim().replaceAll(/\s+/g, ' ') : undefined);
	return {
		catalog,
		kinds: catalog.kinds,
		docOf: (type, field) => oneLine(descriptionOf(docs, type, field)),
		kindDocOf: ({ storageName }) => oneLine((kindDocs[storageName] ?? spokenDocs[storageName])?.description),
	};
}
