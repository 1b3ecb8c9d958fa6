/** A kind of one YAML file, and one that has no protobuf form. */

const group = `
group: example.com
versions: [v1]
description: Kinds of an example.
`;

const widget = `
kind: Widget
names: {plural: widgets, short: [wd]}
scope: Namespaced
description: A thing with parts.
versions: [{name: v1, storage: true}]
subresources:
  status: {}
  scale: {replicas: spec.replicas, statusReplicas: status.replicas, selector: status.selector}
selectableFields: [spec.color]
columns:
  - {name: Color, type: string, value: self.spec.color, description: Its color.}
  - {name: Parts, type: integer, value: "size(self.spec.?parts.orValue([]))", description: How many parts.}
schema:
  type: object
  required: [spec]
  properties:
    spec:
      type: object
      protobuf: 2
      required: [color]
      unions: {power: exactlyOne}
      properties:
        color: {type: string, protobuf: 1, enum: [red, green, blue], description: Its color.}
        replicas: {type: integer, format: int32, protobuf: 2, default: 1, minimum: 0, description: How many.}
        tags: {type: array, protobuf: 3, listType: set, items: {type: string}, description: Words that belong to it.}
        parts:
          type: array
          protobuf: 4
          listType: map
          listMapKeys: [name]
          patchStrategy: merge
          patchMergeKey: name
          description: What it is made of.
          items:
            type: object
            typeName: WidgetPart
            required: [name]
            properties:
              name: {type: string, protobuf: 1, description: Its name.}
              count: {type: integer, format: int32, protobuf: 2, default: 1, description: How many of them.}
              code: {type: string, protobuf: 3, writeOnly: true, maxLength: 8, description: What opens it.}
        battery: {type: string, protobuf: 5, union: power, description: Which battery it has.}
        cable: {type: string, protobuf: 6, union: power, description: Which cable it has.}
      cel:
        - {rule: "!has(self.tags) || size(self.tags) <= 3", message: at most three tags}
    status:
      type: object
      protobuf: 3
      properties:
        replicas: {type: integer, format: int32, protobuf: 1, presence: omitZero, description: How many there are.}
        selector: {type: string, protobuf: 2, description: Which pods are its own.}
        made:
          type: object
          protobuf: 3
          description: Where it is from.
          properties:
            serial: {type: integer, format: int64, protobuf: 1, default: 9007199254740993, description: Its number.}
examples:
  - name: a red one
    object: {metadata: {name: red}, spec: {color: red, battery: AA}}
`;

/** Spec that an import without message definitions produces; it has no protobuf field numbers. */
const note = `
kind: Note
names: {plural: notes}
scope: Namespaced
description: A thing without a protobuf form.
versions: [{name: v1, storage: true}]
schema:
  type: object
  properties:
    spec: {type: object, description: What it is., properties: {text: {type: string, description: What it says.}}}
`;

/** Files by path below the spec root. */
export const widgetSpecs: Readonly<Record<string, string>> = {
	'example/group.yaml': group,
	'example/widget.yaml': widget,
	'example/note.yaml': note,
};
