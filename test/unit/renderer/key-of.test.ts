import { expect, test } from 'vitest'
import { keyOf } from '#renderer/lib/key-of.ts'

const pressed = (key: string, code: string, isComposing = false) =>
  keyOf({ key, code, isComposing })

test.each([
  ['s', 'KeyS', 's'],
  ['S', 'KeyS', 's'],
  ['ы', 'KeyS', 's'],
  ['ד', 'KeyS', 's'],
  ['ს', 'KeyS', 's'],
  ['σ', 'KeyS', 's'],
  ['س', 'KeyS', 's'],
  // On a Dvorak or French keyboard, the letter on the key counts, not the key's position.
  ['o', 'KeyS', 'o'],
  ['a', 'KeyQ', 'a'],
  ['é', 'Digit2', '2'],
  ['Enter', 'NumpadEnter', 'enter'],
  ['ArrowLeft', 'ArrowLeft', 'arrowleft'],
  ['?', 'Slash', '?'],
])('the key %s at the position %s is read as %s', (key, code, name) => {
  expect(pressed(key, code)).toBe(name)
})

test('a key that is pressed while a word is being composed is ignored', () => {
  expect(pressed('s', 'KeyS', true)).toBe('')
})
