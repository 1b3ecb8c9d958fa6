/** A kind with maps of structs. */

const house = `
kind: House
names: {plural: houses}
scope: Namespaced
description: A thing with rooms.
versions: [{name: v1, storage: true}]
schema:
  type: object
  properties:
    spec:
      type: object
      description: What it has.
      properties:
        rooms:
          type: object
          description: Its rooms.
          additionalProperties: {type: object, typeName: Room, properties: {doors: {type: integer, description: How many doors.}}}
        anything: {type: any, description: Whatever else.}
`;

/** Files by path below the spec root. */
export const houseSpecs: Readonly<Record<string, string>> = {
	'maps/group.yaml': 'group: maps.example.com\nversions: [v1]\n',
	'maps/house.yaml': house,
};
