/** A small spec root in memory, with functions that test single files in it. */
import { formatDiagnostic } from '../../generator/read/diagnostics/diagnostic.ts';
import { makeModel } from '../../generator/read/model.ts';
import type { SpecSource } from '../../generator/read/source/spec-file.ts';

export function source(path: string, text: string): SpecSource {
	return { path, file: path, text };
}

export const base: readonly SpecSource[] = [
	source(
		'releases.yaml',
		`default: "1.25"
releases: ["1.20", "1.21", "1.22", "1.25", "1.29"]
gates:
  FineGrain: [{from: "1.20", stage: alpha, default: false}, {from: "1.22", stage: beta, default: true}]
`,
	),
	source(
		'vocabulary/orch.yaml',
		'{name: orch, default: true, product: orch, groupDomain: orch.io, labelDomain: orch.io, shortPrefix: orch, nodeAgent: node-agent, cliName: orchctl}\n',
	),
	source(
		'vocabulary/kubernetes.yaml',
		'{name: kubernetes, product: kubernetes, groupDomain: k8s.io, labelDomain: kubernetes.io, shortPrefix: kube, nodeAgent: kubelet, cliName: kubectl}\n',
	),
	source('meta/group.yaml', 'group: "meta.{groupDomain}"\nversions: [v1]\n'),
	source(
		'meta/types/object-meta.yaml',
		`types:
  ObjectMeta:
    type: object
    description: What all objects have.
    properties:
      name: {type: string, protobuf: 1, presence: omitZero}
      labels: {type: object, protobuf: 11, additionalProperties: {type: string}}
      creationTimestamp: {type: time, protobuf: 8, presence: always}
  ListMeta:
    type: object
    properties:
      resourceVersion: {type: string, protobuf: 2, presence: omitZero}
  LabelSelector:
    type: object
    mapType: atomic
    properties:
      matchLabels: {type: object, protobuf: 1, additionalProperties: {type: string}}
`,
	),
	source('shop/group.yaml', 'group: shop.example.com\ndescription: What a shop sells.\nversions: [v1, v1beta1]\n'),
	source(
		'shop/types/parts.yaml',
		`types:
  Label: {type: string, format: dns-label, maxLength: 63}
  Part:
    type: object
    description: A part of a product.
    required: [name]
    properties:
      name: {$ref: types#/Label, protobuf: 1, description: Name of the part.}
      count: {type: integer, protobuf: 2, minimum: 1, default: 1}
`,
	),
];

/** A kind with everything that the checks inspect; `edit` changes its text. */
export const product = `kind: Product
names: {plural: products, short: [prod], categories: [all]}
scope: Namespaced
description: Something that the shop sells.
versions:
  - {name: v1, introduced: "1.22", storage: true}
  - name: v1beta1
    introduced: "1.20"
    deprecated: "1.22"
    removed: "1.25"
    replacement: v1
    schema: {$ref: types#/v1beta1.Product}
    converts:
      - {here: spec.piece, storage: spec.main}
      - {storage: spec.size, whenAbsent: Small}
    loses: {spec: the shop began with less, status: the shop began with less}
subresources:
  status: {}
  scale: {replicas: spec.stock, statusReplicas: status.stock}
selectableFields: [spec.size]
columns:
  - {name: Size, type: string, value: self.spec.size, description: Its size.}
  - {name: Parts, type: integer, value: "size(self.spec.parts)", description: How many parts.}
schema:
  type: object
  required: [spec]
  properties:
    spec:
      type: object
      protobuf: 2
      description: Desired state.
      required: [size]
      unions: {price: atMostOne}
      properties:
        size: {type: string, protobuf: 1, enum: [Small, Large], description: Size of the product.}
        stock: {type: integer, protobuf: 2, minimum: 0, default: 1}
        parts:
          type: array
          protobuf: 3
          listType: map
          listMapKeys: [name]
          patchStrategy: merge
          patchMergeKey: name
          items: {$ref: types#/Part}
        main: {$ref: types#/Part, protobuf: 4}
        fixed: {type: quantity, protobuf: 5, union: price}
        free: {type: boolean, protobuf: 6, union: price, gate: FineGrain, introduced: "1.21"}
        colours: {type: array, protobuf: 7, listType: set, items: {type: string}}
        notes: {type: object, protobuf: 8, additionalProperties: {type: string}, keys: {$ref: types#/Label, notIn: texts}}
        texts: {type: object, protobuf: 9, additionalProperties: {type: string}}
        shelf:
          type: object
          protobuf: 10
          properties:
            row: {type: integer, format: int64, protobuf: 1, immutable: true, history: [{from: "1.29", immutable: false}]}
    status:
      type: object
      protobuf: 3
      properties:
        stock: {type: integer, protobuf: 1}
rules:
  - totalSize: {of: [spec], max: 1Mi}
examples:
  - name: a chair
    object: {metadata: {name: chair}, spec: {size: Small, parts: [{name: leg, count: 4}]}}
`;

export const oldProduct = `version: v1beta1
types:
  Product:
    type: object
    properties:
      spec: {$ref: types#/ProductSpec, protobuf: 2}
  ProductSpec:
    type: object
    properties:
      piece: {$ref: types#/v1.Part, protobuf: 1}
      stock: {type: integer, protobuf: 2}
`;

export const shop: readonly SpecSource[] = [...base, source('shop/product.yaml', product), source('shop/types/old.yaml', oldProduct)];

/** Returns the findings for the shop with some files replaced. */
export function diagnose(...files: readonly SpecSource[]): string[] {
	const replaced = new Set(files.map((file) => file.path));
	return makeModel([...shop.filter((file) => !replaced.has(file.path)), ...files]).diagnostics.map((one) => formatDiagnostic(one));
}

/** Returns the product with one piece of its text replaced. The piece must occur exactly once. */
export function edited(from: string, to: string, text = product): string {
	if (text.split(from).length !== 2) throw new Error(`${JSON.stringify(from)} is not there once`);
	return text.replace(from, () => to);
}
