/**
 * Models for programs that write reports, over SQLite. Each kind has a model with its scalar fields as columns, a model of its labels, and
 * a model of each list with keyed entries. These programs create the views themselves.
 */
import { dialects, entriesOf, pairsOf } from './dialects.ts';
import { type FieldPlaces, fieldsOf } from './fields.ts';
import {
	column,
	fieldColumns,
	kindModel,
	type ModelsFacts,
	type NamedKind,
	namedKinds,
	type PrismaColumn,
	type PrismaModel,
	type PrismaRelation,
} from './models.ts';
import { fieldName, pascal, uniqueName } from './names.ts';
import { labelsField } from './package.ts';

const dialect = dialects.sqlite;

export function reportModels(facts: ModelsFacts): readonly PrismaModel[] {
	const kinds = namedKinds(facts);
	const models = new Set(kinds.map(({ name }) => name));
	return kinds.flatMap((kind) => modelsOfKind(kind, models, facts));
}

/** Builds the models of a kind. `models`: names of all models, to which new names are added. */
function modelsOfKind(named: NamedKind, models: Set<string>, facts: ModelsFacts): readonly PrismaModel[] {
	const { catalog, docOf } = facts;
	const found = fieldsOf(catalog.type(named.storage.type), catalog);
	const taken = new Set([labelsField]);
	const owner = kindModel(named, found.columns, taken, facts, dialect);
	const labels = labelsModel(owner, uniqueName(`${owner.name}Labels`, models, 'List'));
	const lists = found.lists.map((list) => {
		const name = uniqueName(owner.name + pascal(list.steps), models, 'List');
		return { field: uniqueName(fieldName(list.steps), taken, 'List'), model: entriesModel(owner, name, list, facts), doc: docOf(list.owner, list.name) };
	});
	const relations = [
		{ field: labelsField, type: `${labels.name}[]`, doc: 'Its labels, each in a row.' },
		...lists.map(({ field, model, doc }) => ({ field, type: `${model.name}[]`, doc })),
	];
	return [{ ...owner, relations }, labels, ...lists.map(({ model }) => model)];
}

function ownerColumns(): readonly PrismaColumn[] {
	return [
		column('namespace', 'String', 'namespace', { doc: 'Of the object that it is part of.' }),
		column('objectName', 'String', 'name', { map: 'object_name', doc: 'Of the object that it is part of.' }),
	];
}

function ownerRelation({ name }: PrismaModel, taken: Set<string>): PrismaRelation {
	const field = uniqueName(name.charAt(0).toLowerCase() + name.slice(1), taken, 'Object');
	return { field, type: `${name} @relation(fields: [namespace, objectName], references: [namespace, name])` };
}

function labelsModel(owner: PrismaModel, name: string): PrismaModel {
	const columns = [...ownerColumns(), column('key', 'String', 'entry_key'), column('value', 'String', 'entry_value')];
	return {
		name,
		view: `${owner.view}_labels`,
		doc: `A label of each ${owner.name} that has it.`,
		columns,
		relations: [ownerRelation(owner, new Set(columns.map(({ field }) => field)))],
		id: '[namespace, objectName, key]',
		source: pairsOf(owner.source, ['metadata', 'labels']),
	};
}

function entriesModel(owner: PrismaModel, name: string, list: FieldPlaces['lists'][number], facts: ModelsFacts): PrismaModel {
	const own = [...ownerColumns(), column('position', 'Int', 'position', { doc: 'Position in the list, from 0.' })];
	const taken = new Set([...own.map(({ field }) => field), 'entry']);
	const columns = [...own, ...fieldColumns(list.columns, 'value', taken, facts, dialect), column('entry', 'Json?', 'value', { doc: 'All of it.' })];
	return {
		name,
		view: `${owner.view}_${list.steps
			.join('_')
			.replaceAll(/[^A-Za-z0-9]+/g, '_')
			.toLowerCase()}`,
		doc: facts.docOf(list.owner, list.name),
		columns,
		relations: [ownerRelation(owner, taken)],
		id: '[namespace, objectName, position]',
		source: entriesOf(owner.source, list.steps),
	};
}
