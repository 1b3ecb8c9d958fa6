import { beforeAll, describe, expect, it } from 'vitest';
import { merge } from '../../../generator/emit/merge.ts';
import { parseYaml } from '../../../runtime/wire/yaml.ts';
import { model } from './fixture.ts';
import { builtInModel } from './reference-documents.ts';

interface Reference {
	readonly namedType?: string;
	readonly list?: { readonly elementType: Reference };
	readonly map?: { readonly elementType?: Reference; readonly fields?: readonly { readonly type: Reference }[] };
}

type Named = Reference & { readonly name: string };

function typesOf(files: readonly { readonly content: string }[]): Named[] {
	return files.flatMap(({ content }) => (parseYaml(content) as unknown as { types: Named[] }).types);
}

function names(reference: Reference): string[] {
	const { namedType, list, map } = reference;
	return [
		...(namedType === undefined ? [] : [namedType]),
		...(list === undefined ? [] : names(list.elementType)),
		...(map?.elementType === undefined ? [] : names(map.elementType)),
		...(map?.fields ?? []).flatMap(({ type }) => names(type)),
	];
}

describe('merge schema', () => {
	it('states the ownership of every field', async () => {
		const spec = typesOf(await merge.emit(model)).find(({ name }) => name === 'tools/v1.GadgetSpec');
		const fields = Object.fromEntries((spec?.map?.fields ?? []).map((field) => [(field as unknown as { name: string }).name, field.type]));
		expect(fields.ports).toEqual({ list: { elementType: { namedType: 'tools/v1.GadgetPort' }, elementRelationship: 'associative', keys: ['port'] } });
		expect(fields.tags).toEqual({ list: { elementType: { scalar: 'string' }, elementRelationship: 'associative' } });
		expect(fields).toMatchObject({
			size: { scalar: 'untyped' },
			replicas: { scalar: 'numeric' },
			free: { namedType: '__untyped_deduced_' },
			url: { scalar: 'string' },
		});
	});

	let types: Named[] = [];
	beforeAll(async () => {
		types = typesOf(await merge.emit(await builtInModel()));
	});

	it('names only types that it has', () => {
		const known = new Set(types.map(({ name }) => name));
		expect(types.flatMap(names).filter((name) => !known.has(name))).toEqual([]);
	});

	it('resolves what older markers imply', () => {
		const field = (type: string, name: string) =>
			types.find((each) => each.name === type)?.map?.fields?.find((each) => (each as unknown as { name: string }).name === name)?.type as unknown as Record<
				string,
				Record<string, unknown>
			>;
		expect(field('core/v1.PodSpec', 'containers').list).toMatchObject({ elementRelationship: 'associative', keys: ['name'] });
		expect(field('core/v1.Container', 'ports').list).toMatchObject({ elementRelationship: 'associative', keys: ['containerPort', 'protocol'] });
		expect(field('core/v1.Container', 'args').list).toMatchObject({ elementRelationship: 'atomic' });
		expect(field('meta/v1.ObjectMeta', 'finalizers').list).toMatchObject({ elementRelationship: 'associative' });
		expect(field('core/v1.PodSpec', 'nodeSelector').map).toMatchObject({ elementRelationship: 'atomic' });
		expect(types.find((each) => each.name === 'meta/v1.LabelSelector')?.map).toMatchObject({ elementRelationship: 'atomic' });
	});
});
