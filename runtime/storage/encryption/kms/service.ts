/** Protobuf descriptors of a key management plugin's service: version 2 of Kubernetes' KMS API (KEP-3299). */
import { create, createFileRegistry, type DescService } from '@bufbuild/protobuf';
import {
	DescriptorProtoSchema,
	type FieldDescriptorProto,
	FileDescriptorProtoSchema,
	FieldDescriptorProto_Label as Label,
	FieldDescriptorProto_Type as Type,
} from '@bufbuild/protobuf/wkt';

/** Fields in the order of their numbers, starting at 1. */
type Fields = readonly (readonly [name: string, type: 'string' | 'bytes' | 'annotations'])[];

const messages: Readonly<Record<string, Fields>> = {
	StatusRequest: [],
	StatusResponse: [
		['version', 'string'],
		['healthz', 'string'],
		['key_id', 'string'],
	],
	EncryptRequest: [
		['plaintext', 'bytes'],
		['uid', 'string'],
	],
	EncryptResponse: [
		['ciphertext', 'bytes'],
		['key_id', 'string'],
		['annotations', 'annotations'],
	],
	DecryptRequest: [
		['ciphertext', 'bytes'],
		['uid', 'string'],
		['key_id', 'string'],
		['annotations', 'annotations'],
	],
	DecryptResponse: [['plaintext', 'bytes']],
};

const methods = ['Status', 'Encrypt', 'Decrypt'] as const;

export function keyManagementService(): DescService {
	const file = create(FileDescriptorProtoSchema, {
		name: 'v2/api.proto',
		package: 'v2',
		syntax: 'proto3',
		messageType: Object.entries(messages).map(([name, fields]) => messageOf(name, fields)),
		service: [{ name: 'KeyManagementService', method: methods.map((name) => ({ name, inputType: `.v2.${name}Request`, outputType: `.v2.${name}Response` })) }],
	});
	const service = createFileRegistry(file, () => undefined).getService('v2.KeyManagementService');
	if (service === undefined) throw new Error('the descriptors of the key management service are incomplete');
	return service;
}

function messageOf(name: string, fields: Fields) {
	const entry = { name: 'AnnotationsEntry', field: [fieldOf('key', 1, Type.STRING), fieldOf('value', 2, Type.BYTES)], options: { mapEntry: true } };
	return create(DescriptorProtoSchema, {
		name,
		field: fields.map(([field, type], i) => {
			if (type !== 'annotations') return fieldOf(field, i + 1, type === 'bytes' ? Type.BYTES : Type.STRING);
			return { ...fieldOf(field, i + 1, Type.MESSAGE), label: Label.REPEATED, typeName: `.v2.${name}.${entry.name}` };
		}),
		nestedType: fields.some(([, type]) => type === 'annotations') ? [entry] : [],
	});
}

function fieldOf(name: string, number: number, type: Type): Pick<FieldDescriptorProto, 'name' | 'number' | 'type' | 'label' | 'jsonName'> {
	return { name, number, type, label: Label.OPTIONAL, jsonName: name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) };
}
