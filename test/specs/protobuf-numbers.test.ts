/** Tests that field numbers of the built-in specs equal those of the published .proto files, so that both read each other's bytes. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ProtoMessages, readProto } from '../../generator/import/protos.ts';
import type { Model } from '../../generator/model.ts';
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { builtInModel } from '../generator/emit/reference-documents.ts';
import { referencePath } from '../setup/reference.ts';

const protos = referencePath('protobuf');
if (!existsSync(protos)) console.warn(`skipped: ${protos} is not there, field numbers are not compared`);

/** Types whose one form is served in several versions. */
const sameAs: Readonly<Record<string, string>> = {
	'storage/v1': 'storage/v1beta1',
	'coordination/v1': 'coordination/v1beta1',
	'networking/v1beta1': 'extensions/v1beta1',
};

/** Fields that the newest release no longer has. */
const gone = ['core/v1.PersistentVolumeClaimStatus.resizeStatus', 'networking/v1.NetworkPolicy.status'];
const read = new Map<string, ProtoMessages>();

/** Returns the messages of a release. A code generator spelled some names differently, but names are not on the wire. */
function messagesOf(release: string, folder: string): ProtoMessages {
	const file = join(protos, release, folder, 'generated.proto');
	const messages =
		read.get(file) ??
		(existsSync(file)
			? readProto(
					readFileSync(file, 'utf8')
						.replaceAll('aPIGroup', 'apiGroup')
						.replaceAll('uID', 'uid')
						.replaceAll(/ (Webhooks|Expression|Name) = /g, (name) => name.toLowerCase()),
				)
			: new Map());
	read.set(file, messages);
	return messages;
}

/** Returns `name=number` of each field, without fields that a type does not write. */
function numbered(type: TypeDescriptor): string[] {
	return type.fields.filter((field) => field.number !== undefined).map((field) => `${protobufName(field.name)}=${field.number}`);
}

/** Returns the name that Go's generator gives to a non-identifier: `$ref` is `ref`, `x-{product}-list-type` is `xKubernetesListType`. */
function protobufName(name: string): string {
	return name
		.replace('{product}', 'kubernetes')
		.replace(/^\$/, '')
		.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

describe.skipIf(!existsSync(protos)).each(['newest', 'release-1.25'])('field numbers of %s', (release) => {
	let model: Model;
	beforeAll(async () => {
		model = await builtInModel();
	});

	function problems(folderOf: (place: string) => string | undefined): string[] {
		return model.catalog.typeNames.flatMap((name) => {
			const [place = '', message = ''] = name.split(/\.(?=[^.]*$)/);
			const folder = folderOf(place);
			const fields = folder === undefined ? undefined : messagesOf(release, folder).get(message);
			const type = model.catalog.type(name);
			if (fields === undefined || numbered(type).length === 0) return [];
			const ours = new Set(numbered(type));
			const theirs = fields.map((field) => `${field.name}=${field.number}`);
			const missing = theirs.filter((field) => !ours.has(field)).map((field) => `${name} has no ${field}`);
			const later = type.fields.filter((field) => release !== 'newest' && field.introduced !== undefined).map((field) => `${field.name}=${field.number}`);
			const extra = [...ours].filter((field) => !theirs.includes(field) && !later.includes(field)).map((field) => `${name} has ${field}, which is not theirs`);
			return [...missing, ...extra].filter(
				(problem) => !gone.some((field) => release === 'newest' && problem.startsWith(field.replace(/\.(?=[^.]*$)/, ' has '))),
			);
		});
	}

	it('are those of the specs', () => {
		expect(problems((place) => place)).toEqual([]);
	});

	it('hold in older versions that share their types', () => {
		expect(problems((place) => sameAs[place])).toEqual([]);
	});

	it('compare most types', () => {
		const compared = model.catalog.typeNames.filter((name) => {
			const [place = '', message = ''] = name.split(/\.(?=[^.]*$)/);
			return messagesOf(release, place).has(message);
		});
		expect(compared.length).toBeGreaterThan(180);
	});
});
