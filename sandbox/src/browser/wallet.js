// Runs inside the frame of a wallet's button. The wallet holds the test card; pressing the button confirms.
;(() => {
  const button = document.getElementById('wallet')
  const { field, origin: parentOrigin } = document.body.dataset
  const query = new URLSearchParams(location.search)
  const [sid, key] = [query.get('sid'), query.get('key')]
  const tell = (kind, more = {}) => window.parent.postMessage({ sid, field, kind, ...more }, parentOrigin)

  addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.parent || origin !== parentOrigin || !data || data.sid !== sid) return
    if (data.order === 'configure') tell('configured', { height: 48 })
  })
  async function pay() {
    button.disabled = true
    try {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch('/token/api/wallet', { method: 'POST', headers, body: JSON.stringify({ sid, key }) })
      tell('wallet', await answer.json())
    } catch {
      tell('wallet', { error: 'The wallet did not answer. Please try again.' })
    }
    button.disabled = false
  }
  button.addEventListener('click', () => void pay())
  tell('ready')
})()
